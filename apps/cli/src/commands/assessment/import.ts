import { dirname } from 'node:path';
import type { Client } from '@assay/client';
import {
  codeQuestionsOf,
  defineStored,
  defineTest,
  type Finding,
  findingsOf,
  type ImportResult,
  type ManagedTest,
  type TestFile,
} from '@assay/domain';
import { findConnection } from '../../config/connection.ts';
import { inputName, readInput } from '../../files/read-input.ts';
import { makeOutput, type Output } from '../../output/output.ts';
import { oneLine } from '../../output/text.ts';
import type { Context } from '../../support/context.ts';
import { Failure, UsageError } from '../../support/failures.ts';
import { type CommonOptions, openSession, type Session } from '../common/session.ts';
import { type CheckedFile, checkFile } from './check-file.ts';
import { type Changes, compareTests, describeChanges } from './compare.ts';
import { formatFault } from './fault.ts';

export type ImportOptions = CommonOptions & { readonly dryRun?: boolean };

type ValidFile = Extract<CheckedFile, { ok: true }>;
type Existing = { readonly test: ManagedTest; readonly file: TestFile };
type Imported = {
  readonly file: string;
  readonly outcome: ImportResult['outcome'] | 'checked';
  readonly testId: number | null;
  readonly name: string;
  readonly key: string | null;
  readonly version: { readonly before: number | null; readonly after: number | null };
  readonly changes: Changes | null;
  readonly findings: readonly Finding[];
};

const read = async (context: Context, file: string): Promise<CheckedFile> =>
  checkFile(inputName(file), await readInput(context, file), file === '-' ? '.' : dirname(file));

/** Files with the same key would overwrite each other. */
const refuseSameKeys = (files: readonly ValidFile[]): void => {
  const seen = new Map<string, string>();
  for (const { file, test } of files) {
    if (test.key === undefined) continue;
    const other = seen.get(test.key);
    if (other !== undefined) throw new Failure(`${other} and ${file} have the same key ${test.key}: one would replace the other.`);
    seen.set(test.key, file);
  }
};

export const checkAll = async (context: Context, files: readonly string[]): Promise<readonly ValidFile[]> => {
  if (new Set(files).size < files.length) throw new UsageError('A file is named twice.');
  const checked = await Promise.all(files.map((file) => read(context, file)));
  const faults = checked.flatMap((one) => (one.ok ? [] : one.faults));
  if (faults.length > 0) {
    const count = faults.length === 1 ? '1 fault' : `${faults.length} faults`;
    throw new Failure([...faults.map(formatFault), `${count}; nothing was imported.`].join('\n'));
  }
  const valid = checked.filter((one) => one.ok);
  refuseSameKeys(valid);
  return valid;
};

/** The test that a file with this key would update; archived tests are listed only by their status. */
const findByKey = async (client: Client, key: string, call: Session['call']): Promise<ManagedTest | undefined> => {
  for (const status of [undefined, 'Archived'] as const)
    for await (const test of client.paginateManagedTests({ search: key, status, limit: 100 }, call)) if (test.key === key) return test;
  return undefined;
};

export const findExisting = async ({ client, call }: Session, { key }: TestFile): Promise<Existing | undefined> => {
  const test = key === undefined ? undefined : await findByKey(client, key, call);
  return test === undefined ? undefined : { test, file: await client.exportTest({ testId: test.testId }, call) };
};

const changesOf = (existing: Existing | undefined, file: TestFile): Changes | null =>
  existing === undefined ? null : compareTests(existing.file, file);

const preview = ({ file, test }: ValidFile, existing: Existing | undefined): Imported => {
  const changes = changesOf(existing, test);
  const altered = changes !== null && describeChanges(changes) !== '';
  // A status alone makes no new version.
  const bumps = changes !== null && describeChanges({ ...changes, status: null }) !== '';
  return {
    file,
    outcome: existing === undefined ? 'created' : altered ? 'updated' : 'unchanged',
    testId: existing?.test.testId ?? null,
    name: test.name,
    key: test.key ?? null,
    version: { before: existing?.test.version ?? null, after: existing === undefined ? 1 : existing.test.version + (bumps ? 1 : 0) },
    changes,
    findings: findingsOf(defineStored(test)),
  };
};

const importOne = async (session: Session, valid: ValidFile): Promise<Imported> => {
  const existing = await findExisting(session, valid.test);
  const result = await session.client.importTest(valid.test, session.call);
  const { client, call } = session;
  // As it is stored: the server fills in the languages that the author left to it.
  const changes =
    existing !== undefined && result.outcome === 'updated'
      ? compareTests(existing.file, await client.exportTest({ testId: result.testId }, call))
      : null;
  return {
    file: valid.file,
    outcome: result.outcome,
    testId: result.testId,
    name: result.testName,
    key: result.key,
    version: { before: existing?.test.version ?? null, after: result.version },
    changes,
    findings: result.findings ?? [],
  };
};

const versionText = ({ before, after }: Imported['version']): string =>
  before === null || before === after ? `version ${after}` : `version ${before} → ${after}`;

const lineOf = ({ file, outcome, testId, name, version, changes }: Imported, { paint }: Output, dryRun: boolean): string => {
  const which = `${testId === null ? '' : `test ${testId}, `}${oneLine(name)}`;
  const done = { created: 'created', updated: 'updated', unchanged: 'unchanged', checked: 'has no fault' }[outcome];
  const outcomeText = dryRun && outcome !== 'checked' ? `would be ${done}` : done;
  const what = changes === null ? '' : describeChanges(changes);
  const versions = outcome === 'checked' ? '' : `, ${versionText(version)}`;
  return `${file}: ${paint(outcome === 'unchanged' ? 'quiet' : 'good', outcomeText)} (${which}${versions})${what === '' ? '' : `: ${oneLine(what)}`}`;
};

const remarkMissingKeys = (out: Output, files: readonly ValidFile[]): void => {
  for (const { file, test } of files)
    if (test.key === undefined) out.remark(`${file}: has no \`key:\`, so that every import of it makes another test.`);
};

const print = (out: Output, results: readonly Imported[], dryRun: boolean): void => {
  for (const { file, findings } of results) for (const { path, message } of findings) out.remark(oneLine(`${file}: ${path}: ${message}`));
  out.print({
    json: { dryRun, files: results },
    ids: results.flatMap(({ testId }) => (testId === null ? [] : [testId])),
    text: () => results.map((one) => lineOf(one, out, dryRun)).join('\n'),
  });
};

const checkedOnly = ({ file, test }: ValidFile): Imported => ({
  file,
  outcome: 'checked',
  testId: null,
  name: test.name,
  key: test.key ?? null,
  version: { before: null, after: null },
  changes: null,
  findings: findingsOf(defineStored(test)),
});

const dryRun = async (context: Context, files: readonly ValidFile[], options: ImportOptions): Promise<void> => {
  if ((await findConnection(context, options.profile)) === undefined) {
    const out = makeOutput(context, options);
    print(out, files.map(checkedOnly), true);
    out.remark('Not compared with a server: no profile. (assay login)');
    return;
  }
  const session = await openSession(context, options);
  const results: Imported[] = [];
  for (const valid of files) results.push(preview(valid, await findExisting(session, valid.test)));
  print(session.out, results, true);
  remarkMissingKeys(session.out, files);
};

export const importTests = async (context: Context, files: readonly string[], options: ImportOptions): Promise<void> =>
  importChecked(context, await checkAll(context, files), options);

export const importChecked = async (context: Context, valid: readonly ValidFile[], options: ImportOptions): Promise<void> => {
  if (options.dryRun === true) return dryRun(context, valid, options);
  const session = await openSession(context, options);
  const results: Imported[] = [];
  try {
    for (const [index, one] of valid.entries()) {
      // A file with coding questions may take two minutes, in which the server says nothing.
      const programs = codeQuestionsOf(defineTest(one.test)).length > 0 ? ', its solutions are being run' : '';
      session.out.progress(`${index} of ${valid.length} imported; ${one.file}${programs} …`);
      results.push(await importOne(session, one));
    }
  } finally {
    session.out.progress(null);
    // Files imported before a failure are printed too.
    if (results.length > 0) print(session.out, results, false);
  }
  remarkMissingKeys(session.out, valid);
};
