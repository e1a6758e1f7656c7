import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Download } from '@assay/client';
import { placeOf, saveFile } from '../../files/save-file.ts';
import { savedName } from '../../files/saved-name.ts';
import type { CommandResult } from '../../output/output.ts';
import type { Context } from '../../support/context.ts';
import { explain } from '../../support/explain.ts';
import { PartlyFailed, UsageError } from '../../support/failures.ts';
import { confirmOverwrite } from '../../support/prompt.ts';
import { readAllStatistics } from '../../support/read-all-statistics.ts';
import { type CommonOptions, openSession, type Session } from '../common/session.ts';

export type DownloadOptions = CommonOptions & { readonly output?: string; readonly force?: boolean };

const pass = async ({ stdout }: Context, { stream }: Download): Promise<void> => {
  if (stdout.isTTY === true) throw new UsageError('This is no text for a terminal.', 'Name a file: --output FILE');
  for await (const chunk of stream) stdout.write(chunk);
};

export const sizeText = (bytes: number): string => `${Math.ceil(bytes / 1024)} KiB`;

/** A file of the server: `name` is that of the file when `--output` does not say another. */
type Wanted = { readonly id: number; readonly name: string; readonly fetch: (session: Session) => Promise<Download> };

const save = async (session: Session, { fetch }: Wanted, output: string): Promise<number> => {
  const { out, call } = session;
  const file = await fetch(session);
  try {
    return await saveFile(output, file.stream, { ...call, onBytes: (count) => out.progress(`${output}: ${sizeText(count)} …`) });
  } catch (error) {
    // An unread stream would hold the connection. Cancelling one that failed rejects, and the first error is the one to report.
    await file.stream.cancel().catch(() => undefined);
    throw error;
  } finally {
    out.progress(null);
  }
};

export const download = async (context: Context, wanted: Wanted, options: DownloadOptions): Promise<CommandResult | undefined> => {
  const session = await openSession(context, options);
  const named = options.output ?? wanted.name;
  if (named === '-') return void (await pass(context, await wanted.fetch(session)));
  const output = await placeOf(named, wanted.name);
  await confirmOverwrite(context, options, [output]);
  const bytes = await save(session, wanted, output);
  return { json: { id: wanted.id, output, bytes }, ids: [output], text: () => `${output}: ${sizeText(bytes)}` };
};

type Result =
  | { readonly id: number; readonly ok: true; readonly output: string; readonly bytes: number }
  | { readonly id: number; readonly ok: false; readonly error: string };

/** Saves each file separately into a directory: when one fails, the others are still saved. */
const downloadAll = async (context: Context, all: readonly Wanted[], options: DownloadOptions): Promise<undefined> => {
  const { output: directory = '.' } = options;
  if (directory === '-') throw new UsageError('Several files cannot go to standard output.', 'Name a directory: --output DIRECTORY');
  const session = await openSession(context, options);
  const { out } = session;
  const pathOf = ({ name }: Wanted): string => join(directory, name);
  await mkdir(directory, { recursive: true });
  await confirmOverwrite(context, options, all.map(pathOf));
  const results: Result[] = [];
  for (const wanted of all) {
    const output = pathOf(wanted);
    try {
      results.push({ id: wanted.id, ok: true, output, bytes: await save(session, wanted, output) });
    } catch (error) {
      const explanation = context.interrupt.signal.aborted ? undefined : explain(error);
      if (explanation === undefined) throw error;
      results.push({ id: wanted.id, ok: false, error: explanation.message });
      out.remark(`${wanted.id}: ${explanation.message}`);
    }
  }
  const saved = results.filter((result) => result.ok);
  out.print({
    json: { results },
    ids: saved.map(({ output }) => output),
    text: () => saved.map(({ output, bytes }) => `${output}: ${sizeText(bytes)}`).join('\n'),
  });
  if (saved.length < results.length) throw new PartlyFailed(`${results.length - saved.length} of ${results.length} failed`);
};

export const downloadPdfs = (context: Context, testInvitationIds: readonly number[], options: DownloadOptions) => {
  const [first, ...others] = testInvitationIds.map(
    (testInvitationId): Wanted => ({
      id: testInvitationId,
      name: `invitation-${testInvitationId}.pdf`,
      fetch: ({ client, call }) => client.exportReportPdf({ testInvitationId }, call),
    }),
  );
  if (first === undefined) throw new UsageError('No invitation is named.');
  return others.length === 0 ? download(context, first, options) : downloadAll(context, [first, ...others], options);
};

type AnswerFile = {
  readonly testInvitationId: number;
  readonly questionId: number;
  readonly attempt: number | undefined;
  readonly file: { readonly name: string; readonly type: string };
};

export type ExcelOptions = DownloadOptions & { readonly answers?: boolean };

export const downloadExcel = (context: Context, testId: number, { answers = false, ...options }: ExcelOptions) =>
  download(
    context,
    answers
      ? { id: testId, name: `test-${testId}-answers.xlsx`, fetch: ({ client, call }) => client.exportAnswersExcel({ testId }, call) }
      : { id: testId, name: `test-${testId}.xlsx`, fetch: ({ client, call }) => client.exportReportExcel({ testId }, call) },
    options,
  );

export const downloadPrograms = (context: Context, testInvitationId: number, options: DownloadOptions) =>
  download(
    context,
    {
      id: testInvitationId,
      name: `programs-${testInvitationId}.pdf`,
      fetch: ({ client, call }) => client.exportSubmissionsPdf({ testInvitationId }, call),
    },
    options,
  );

export const downloadBundle = (context: Context, testInvitationId: number, options: DownloadOptions) =>
  download(
    context,
    {
      id: testInvitationId,
      name: `report-${testInvitationId}.assay.json`,
      fetch: ({ client, call }) => client.exportReportBundle({ testInvitationId }, call),
    },
    options,
  );

export const downloadComparison = (
  context: Context,
  query: { readonly invitations: string; readonly by?: string },
  options: DownloadOptions & { readonly output: string },
) => {
  const testInvitationId = Number(query.invitations.split(',')[0]);
  const fetch = async ({ client, call }: Session): Promise<Download> => {
    const { testId } = await client.getInvitation({ testInvitationId }, call);
    return client.exportComparisonPdf({ testId, ...query }, call);
  };
  return download(context, { id: testInvitationId, name: 'comparison.pdf', fetch }, options);
};

export const downloadStatistics = (context: Context, testId: number, options: DownloadOptions & { readonly output: string }) => {
  const fetch = async ({ client, call }: Session): Promise<Download> => {
    // The document is of all attempts, so they are counted first.
    await readAllStatistics(client, testId, call);
    return client.exportStatisticsPdf({ testId }, call);
  };
  return download(context, { id: testId, name: `statistics-${testId}.pdf`, fetch }, options);
};

/** The file that answers a question, under its own name. */
export const downloadAnswerFile = (
  context: Context,
  { testInvitationId, questionId, attempt, file }: AnswerFile,
  options: DownloadOptions,
) =>
  download(
    context,
    {
      id: testInvitationId,
      name: savedName(file),
      fetch: ({ client, call }) =>
        client.getAnswerFile({ testInvitationId, questionId, ...(attempt === undefined ? {} : { attempt: String(attempt) }) }, call),
    },
    options,
  );

export const downloadAnswers = (
  context: Context,
  { testInvitationId, attempt }: { readonly testInvitationId: number; readonly attempt?: number | undefined },
  options: DownloadOptions,
) =>
  download(
    context,
    {
      id: testInvitationId,
      name: `answers-${testInvitationId}.pdf`,
      fetch: ({ client, call }) =>
        client.exportAnswersPdf({ testInvitationId, ...(attempt === undefined ? {} : { attempt: String(attempt) }) }, call),
    },
    options,
  );
