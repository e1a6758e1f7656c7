import { createReadStream } from 'node:fs';
import { BundleVerificationError, verifyReportBundle } from '@assay/client';
import {
  bundleHeading,
  checkSigned,
  type ExpectedAccount,
  engineName,
  mostSignedBytes,
  otherAccount,
  type ReportBundle,
  readBundle,
  readExpectedAccount,
  revealed,
} from '@assay/domain';
import { openCodeRunner } from '@assay/runtime';
import { type Command, InvalidArgumentError } from 'commander';
import { type PrintOptions, print } from './print.ts';
import { RefusedError } from './refused.ts';
import { runAgain } from './run-again.ts';

const mostKeyBytes = 64 * 1024;

const readUpTo = async (file: string, most: number): Promise<Buffer> => {
  try {
    const chunks: Buffer[] = await createReadStream(file, { end: most }).toArray();
    return Buffer.concat(chunks);
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw new RefusedError(error.message, 2);
    throw error;
  }
};

const readKeys = async (file: string): Promise<unknown> => {
  const bytes = await readUpTo(file, mostKeyBytes);
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw new RefusedError(`${file}: holds no public keys`, 2);
  }
};

const readSigned = async (file: string, keysFile: string): Promise<ReportBundle> => {
  const keys = await readKeys(keysFile);
  try {
    const { payload } = await verifyReportBundle({ file: await readUpTo(file, mostSignedBytes), keys });
    const bundle = readBundle(payload);
    if (bundle.ok) return bundle.value;
    throw new RefusedError(`${file}: NOT verified: ${bundle.error}`);
  } catch (error) {
    if (error instanceof BundleVerificationError) throw new RefusedError(`${file}: NOT verified: ${error.message}`);
    if (error instanceof TypeError) throw new RefusedError(`${keysFile}: ${error.message}`, 2);
    throw error;
  }
};

const run = async (bundle: ReportBundle, runnerChild: URL) => {
  if (bundle.programs.length === 0) return [];
  process.stderr.write('Trying the engines and running the programs …\n');
  // The self-test of native programs takes half a minute.
  const isNative = bundle.programs.some(({ engine }) => engineName(engine) === 'native');
  const runner = openCodeRunner({ kind: isNative ? 'auto' : 'embedded' }, runnerChild);
  try {
    return await runAgain(runner, bundle);
  } finally {
    await runner.close();
  }
};

const parseAccount = (text: string): ExpectedAccount => {
  const account = readExpectedAccount(text);
  if (account === undefined) throw new InvalidArgumentError("It must be an account's id, or its id and name: 7 or '7 Acme Hiring'.");
  return account;
};

/** What to compare first; a file of another account fails before its programs are run. */
const headingOf = (file: string, bundle: ReportBundle, expected: ExpectedAccount | undefined): readonly string[] => {
  const heading = bundleHeading(bundle, expected).map(([name, value]) => `${name.padEnd(9)}  ${value}`);
  const other = expected === undefined ? undefined : otherAccount(bundle.account, expected);
  if (other !== undefined) throw new RefusedError([...heading, `${file}: NOT verified: ${revealed(other)}`].join('\n'));
  return heading;
};

type VerifyOptions = PrintOptions & { readonly keys: string; readonly account?: ExpectedAccount };

export const registerVerify = (program: Command, runnerChild: URL): void => {
  program
    .command('verify')
    .description('Check a report bundle: its signature, its answers, and its programs, which are run again; needs no service')
    .argument('<file>', 'what `assay report bundle` wrote')
    .requiredOption('--keys <file>', 'public keys of the server that signed it: its /.well-known/assay-keys.json')
    .option('--account <account>', 'the account that has to be named in it: its id, or id and name', parseAccount)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nOne key signs for all accounts of a server, and an account chooses its name: ask the account for its id.' +
        '\n\nExit code: 0 verified, 1 not, 2 wrong usage.' +
        '\n\nExample:\n  assay-server verify report-12.assay.json --keys keys.json --account 7',
    )
    .action(async (file: string, { keys, account: expected, ...options }: VerifyOptions) => {
      const bundle = await readSigned(file, keys);
      const heading = headingOf(file, bundle, expected);
      const before = checkSigned(bundle);
      if (!before.graded) throw new RefusedError(`${file}: NOT verified: ${before.reason}`);
      const outcomes = before.differences.length > 0 ? [] : await run(bundle, runnerChild);
      const differences = [
        ...before.differences.map(({ at, stated, graded }) => `${at}: it states ${stated}, grading gives ${graded}`),
        ...outcomes.flatMap((one) => ('skipped' in one ? [] : one.differences)),
      ];
      const skipped = outcomes.flatMap((one) => ('skipped' in one ? [one] : []));
      const verified = differences.length === 0;
      const { score, totalScore } = bundle.result.figures;
      const { answers, reviews } = before;
      const programs = outcomes.length - skipped.length;
      const { account, test, candidate } = bundle;
      const whose = { account, test, candidate, expectedAccount: expected ?? null };
      print(options, { ...whose, file, verified, score, totalScore, answers, programs, reviews, skipped, differences }, () =>
        [
          ...heading,
          `${file}: ${verified ? 'verified' : 'NOT verified'}: ${score} of ${totalScore} for invitation ${bundle.testInvitationId}`,
          `answers graded again: ${answers}; programs run again: ${programs}; programs whose verdicts are only signed: ${skipped.length}`,
          ...(reviews === 0 ? [] : [`answers graded by people, whose scores are only signed: ${reviews}`]),
          ...skipped.map(({ questionId, skipped: why }) => `  question ${questionId} was not run: ${why}`),
          ...differences.map((one) => `  ${revealed(one)}`),
        ].join('\n'),
      );
      if (!verified) throw new RefusedError('Grading gives another result than the bundle states.');
    });
};
