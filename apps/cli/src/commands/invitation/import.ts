import { realpath } from 'node:fs/promises';
import { findConnection } from '../../config/connection.ts';
import { faultyCsv, type RowFault, readCandidates } from '../../files/read-candidates.ts';
import { inputName, readInput } from '../../files/read-input.ts';
import { saveFile } from '../../files/save-file.ts';
import { makeOutput } from '../../output/output.ts';
import { count } from '../../output/text.ts';
import type { Context } from '../../support/context.ts';
import { Failure, PartlyFailed, UsageError } from '../../support/failures.ts';
import { confirmOverwrite } from '../../support/prompt.ts';
import { openSession } from '../common/session.ts';
import { byLine, type Import, type ImportCandidatesOptions, printPreview, printResult } from './import-report.ts';
import { sharedFields } from './register.ts';
import { type SentRow, sendCandidates } from './send-candidates.ts';

/** The server's refusals are faults like those of the file. */
const faultsOf = ({ read }: Import, rows: readonly SentRow[]): RowFault[] =>
  byLine([
    ...read.faults,
    ...rows.flatMap(({ candidate: { line }, state, sent }) => (state === 'invalid' ? [{ line, rule: sent?.error ?? '' }] : [])),
  ]);

const writeFaulty = async ({ out, read: { cells }, options: { faulty } }: Import, faults: readonly RowFault[]): Promise<void> => {
  if (faulty === undefined) return;
  // What was sent is to be known also after Ctrl-C.
  if (faults.length > 0) await saveFile(faulty, [faultyCsv(cells, faults)], { signal: new AbortController().signal });
  out.remark(faults.length === 0 ? `No row is faulty: ${faulty} is not written.` : `${faulty}: ${count(faults.length, 'faulty row')}`);
};

const order = ({ testId, read, options }: Import) => ({
  testId,
  candidates: read.candidates,
  revive: options.revive === true,
  again: options.again === true,
  rename: options.rename === true,
});

/** What the server says of each row; without a server only the file is checked. */
const lookUp = async (job: Import): Promise<readonly SentRow[] | undefined> => {
  const { context, options } = job;
  if ((await findConnection(context, options.profile)) === undefined) return undefined;
  const { rows, failure } = await sendCandidates(await openSession(context, options), { ...order(job), dryRun: true });
  if (failure !== undefined) throw failure;
  context.interrupt.signal.throwIfAborted();
  return rows;
};

const preview = async (job: Import): Promise<void> => {
  const rows = await lookUp(job);
  const faults = faultsOf(job, rows ?? []);
  printPreview(job, { rows, faults });
  if (rows === undefined) job.out.remark('Not compared with a server: no profile. (assay login)');
  await writeFaulty(job, faults);
  if (faults.length > 0) throw new PartlyFailed(`${faults.length} rows have faults`);
};

const send = async (job: Import): Promise<void> => {
  const { context, options } = job;
  const { rows, failure } = await sendCandidates(await openSession(context, options), { ...order(job), dryRun: false });
  if (rows.some(({ state }) => state !== 'not-sent')) printResult(job, rows);
  const faults = faultsOf(job, rows);
  await writeFaulty(job, faults);
  if (failure !== undefined) throw failure;
  context.interrupt.signal.throwIfAborted();
  if (faults.length > 0) throw new PartlyFailed(`${faults.length} rows failed`);
};

/** The file of faulty rows would replace the file that is read. */
const refuseSameFile = async (file: string, faulty: string): Promise<void> => {
  const pathOf = (path: string): Promise<string | null> => realpath(path).catch(() => null);
  const [one, other] = await Promise.all([pathOf(file), pathOf(faulty)]);
  if (one !== null && one === other) throw new UsageError(`--faulty names the file that is imported: ${faulty}`);
};

export const importCandidates = async (context: Context, testId: number, file: string, options: ImportCandidatesOptions): Promise<void> => {
  if (options.rename === true && options.again !== true)
    throw new UsageError('--rename needs --again, which updates those who are invited already.');
  if (options.faulty !== undefined) {
    await refuseSameFile(file, options.faulty);
    await confirmOverwrite(context, options, [options.faulty]);
  }
  const read = readCandidates(await readInput(context, file), sharedFields(options));
  const { candidates, faults, unknown } = read;
  const out = makeOutput(context, options);
  const job: Import = { context, out, testId, file, read, options };
  if (unknown.length > 0) out.remark(`Columns without a use here: ${unknown.join(', ')}`);
  if (options.dryRun === true) return preview(job);
  if (faults.length > 0 && options.skipFaulty !== true) {
    await writeFaulty(job, faults);
    throw new Failure(
      [...faults.map(({ line, rule }) => `${inputName(file)}:${line}: ${rule}`), 'Nobody was invited.'].join('\n'),
      'Mend these rows, or invite the others: --skip-faulty. --faulty FILE writes these rows to a file.',
    );
  }
  if (candidates.length === 0) throw new Failure(`${inputName(file)} has no candidate to invite.`);
  await send(job);
};
