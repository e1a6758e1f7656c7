import type { Download } from '@assay/client';
import { saveFile } from '../../files/save-file.ts';
import type { Context } from '../../support/context.ts';
import { UsageError } from '../../support/failures.ts';
import { type CommonOptions, openSession, type Session } from '../common/session.ts';

export type DownloadOptions = CommonOptions & { readonly output?: string };

const pass = async ({ stdout }: Context, { stream }: Download): Promise<void> => {
  if (stdout.isTTY === true) throw new UsageError('This is no text for a terminal.', 'Name a file: --output FILE');
  for await (const chunk of stream) stdout.write(chunk);
};

const sizeText = (bytes: number): string => `${Math.ceil(bytes / 1024)} KiB`;

type Wanted = { readonly id: number; readonly name: string; readonly fetch: (session: Session) => Promise<Download> };

const download = async (context: Context, { id, name, fetch }: Wanted, options: DownloadOptions): Promise<void> => {
  const session = await openSession(context, options);
  const { out, call } = session;
  const output = options.output ?? name;
  const file = await fetch(session);
  if (output === '-') return pass(context, file);
  let bytes: number;
  try {
    bytes = await saveFile(output, file.stream, {
      ...call,
      onBytes: (count) => out.progress(`${output}: ${sizeText(count)} …`),
    });
  } catch (error) {
    // An unread stream would hold the connection. Cancelling one that failed rejects, and the first error is the one to report.
    await file.stream.cancel().catch(() => undefined);
    throw error;
  } finally {
    out.progress(null);
  }
  out.print({ json: { id, output, bytes }, ids: [output], text: () => `${output}: ${sizeText(bytes)}` });
};

export const downloadPdf = (context: Context, testInvitationId: number, options: DownloadOptions): Promise<void> =>
  download(
    context,
    {
      id: testInvitationId,
      name: `invitation-${testInvitationId}.pdf`,
      fetch: ({ client, call }) => client.exportReportPdf({ testInvitationId }, call),
    },
    options,
  );

export const downloadExcel = (context: Context, testId: number, options: DownloadOptions): Promise<void> =>
  download(
    context,
    { id: testId, name: `test-${testId}.xlsx`, fetch: ({ client, call }) => client.exportReportExcel({ testId }, call) },
    options,
  );
