import { parentPort, workerData } from 'node:worker_threads';
import type { FileTypeName } from '@assay/domain';
import { cleanOffice } from './clean-office.ts';
import { cleanPdf } from './clean-pdf.ts';

export type Cleaning = { readonly type: FileTypeName; readonly bytes: Uint8Array };

const { type, bytes }: Cleaning = workerData;

/** Null: it cannot be cleaned, whatever the reason. */
const clean = async (): Promise<Uint8Array | null> => {
  try {
    return type === 'pdf' ? await cleanPdf(bytes) : cleanOffice(bytes);
  } catch {
    return null;
  }
};

parentPort?.postMessage(await clean());
