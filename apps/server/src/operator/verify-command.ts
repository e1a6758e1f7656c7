import { createReadStream } from 'node:fs';
import { BundleVerificationError, verifyReportBundle } from '@assay/client';
import { checkSigned, mostSignedBytes, type ReportBundle, readBundle } from '@assay/domain';
import { openCodeRunner } from '@assay/runtime';
import type { Command } from 'commander';
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
  const runner = openCodeRunner({ kind: 'embedded' }, runnerChild);
  try {
    return await runAgain(runner, bundle);
  } finally {
    await runner.close();
  }
};

type VerifyOptions = PrintOptions & { readonly keys: string };

export const registerVerify = (program: Command, runnerChild: URL): void => {
  program
    .command('verify')
    .description('Check a report bundle: its signature, its answers, and its programs, which are run again; needs no service')
    .argument('<file>', 'what `assay report bundle` wrote')
    .requiredOption('--keys <file>', 'public keys of the server that signed it: its /.well-known/assay-keys.json')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExit code: 0 verified, 1 not, 2 wrong usage.\n\nExample:\n  assay-server verify report-12.assay.json --keys keys.json',
    )
    .action(async (file: string, { keys, ...options }: VerifyOptions) => {
      const bundle = await readSigned(file, keys);
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
      print(options, { file, verified, score, totalScore, answers, programs, reviews, skipped, differences }, () =>
        [
          `${file}: ${verified ? 'verified' : 'NOT verified'}: ${score} of ${totalScore} for invitation ${bundle.testInvitationId}`,
          `answers graded again: ${answers}; programs run again: ${programs}; programs whose verdicts are only signed: ${skipped.length}`,
          ...(reviews === 0 ? [] : [`answers graded by people, whose scores are only signed: ${reviews}`]),
          ...skipped.map(({ questionId, skipped: why }) => `  question ${questionId} was not run: ${why}`),
          ...differences.map((one) => `  ${one}`),
        ].join('\n'),
      );
      if (!verified) throw new RefusedError('Grading gives another result than the bundle states.');
    });
};
