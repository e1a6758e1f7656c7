import { parentPort, workerData } from 'node:worker_threads';
import type { FileTypeName } from '@assay/domain';
import type { Uncleanable } from '@assay/operations';
import { runInBackground } from '@assay/operations/background';
import { CannotClean } from './cannot-clean.ts';
import { cleanOffice } from './clean-office.ts';
import { cleanPdf } from './clean-pdf.ts';

export type Cleaning = { readonly type: FileTypeName; readonly bytes: Uint8Array };

const { type, bytes }: Cleaning = workerData;

const clean = async (): Promise<Uint8Array | Uncleanable> => {
  try {
    return type === 'pdf' ? await cleanPdf(bytes) : await cleanOffice(bytes);
  } catch (error) {
    if (error instanceof CannotClean) return error.reason;
    // The libraries throw errors of many kinds at a file that is not as it should be, an encrypted PDF among them.
    return type === 'pdf' && Buffer.from(bytes).includes('/Encrypt') ? 'encrypted' : 'damaged';
  }
};

runInBackground('long');
parentPort?.postMessage(await clean());
