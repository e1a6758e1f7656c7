import { BundleVerificationError, verifyReportBundle } from '@assay/client';
import {
  type BundleCheck,
  bundleHeading,
  checkSigned,
  type ExpectedAccount,
  mostSignedBytes,
  otherAccount,
  type ReportBundle,
  readBundle,
  revealed,
} from '@assay/domain';
import { readUpTo } from '../../files/read-input.ts';
import { makeOutput, type Output, type OutputOptions } from '../../output/output.ts';
import { scoreText } from '../../output/report-text.ts';
import { oneLine } from '../../output/text.ts';
import type { Context } from '../../support/context.ts';
import { explain } from '../../support/explain.ts';
import { PartlyFailed, UsageError } from '../../support/failures.ts';
import { whenUtc } from '../../time/format-time.ts';

export type VerifyOptions = OutputOptions & { readonly keys: string; readonly account?: ExpectedAccount };

const mostKeyBytes = 64 * 1024;

/** A file that cannot be read is a wrong command line: exit 1 says that a bundle is not what its signer signed. */
const read = async (context: Context, file: string, most: number): Promise<Uint8Array> => {
  try {
    return await readUpTo(context, file, most);
  } catch (error) {
    const explanation = context.interrupt.signal.aborted ? undefined : explain(error);
    if (explanation === undefined) throw error;
    throw new UsageError(explanation.message, explanation.next);
  }
};

const noKeys = (file: string): UsageError =>
  new UsageError(
    `${file}: holds no public keys.`,
    'Save them from the server that signed: curl -o keys.json https://…/.well-known/assay-keys.json',
  );

const readKeys = async (context: Context, file: string): Promise<unknown> => {
  const bytes = await read(context, file, mostKeyBytes);
  try {
    if (bytes.length <= mostKeyBytes) return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
  }
  throw noKeys(file);
};

type Graded = Extract<BundleCheck, { readonly graded: true }>;

/** `bundle` is null for a file that none of the keys signed, or that is no report: nothing in it is worth showing. */
type Verdict =
  | { readonly verified: true; readonly signedBy: string; readonly bundle: ReportBundle; readonly check: Graded }
  | {
      readonly verified: false;
      readonly signedBy: string | null;
      readonly bundle: ReportBundle | null;
      readonly reason: string;
      readonly differences: Graded['differences'];
    };

const refused = (
  reason: string,
  { signedBy = null, bundle = null, differences = [] }: Partial<Extract<Verdict, { verified: false }>> = {},
): Verdict => ({ verified: false, signedBy, bundle, reason, differences });

type Trust = { readonly keys: unknown; readonly keysFile: string; readonly expected: ExpectedAccount | undefined };

const judge = async (file: Uint8Array, { keys, keysFile, expected }: Trust): Promise<Verdict> => {
  let signed: Awaited<ReturnType<typeof verifyReportBundle>>;
  try {
    signed = await verifyReportBundle({ file, keys });
  } catch (error) {
    if (error instanceof BundleVerificationError) return refused(error.message);
    throw error instanceof TypeError ? noKeys(keysFile) : error;
  }
  const { keyId: signedBy, account, payload } = signed;
  const read = readBundle(payload);
  if (!read.ok) return refused(read.error, { signedBy });
  const bundle = read.value;
  const other = expected === undefined ? undefined : otherAccount(account, expected);
  if (other !== undefined) return refused(other, { signedBy, bundle });
  const check = checkSigned(bundle);
  if (!check.graded) return refused(check.reason, { signedBy, bundle });
  const { differences } = check;
  if (differences.length > 0)
    return refused('grading the answers again gives another result than it states', { signedBy, bundle, differences });
  return { verified: true, signedBy, bundle, check };
};

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

type Shown<One extends Verdict['verified']> = {
  readonly out: Output;
  readonly file: string;
  readonly expected: ExpectedAccount | undefined;
  readonly verdict: Extract<Verdict, { verified: One }>;
};

const verifiedText = ({ out, file, expected, verdict: { bundle, check, signedBy } }: Shown<true>): string => {
  const { attempt, testInvitationId, result, server } = bundle;
  return out.facts([
    ...bundleHeading(bundle, expected),
    ['Verdict', `verified: ${oneLine(file)}`],
    ['Attempt', `${attempt} of invitation ${testInvitationId}, completed ${whenUtc(bundle.completedAt)}`],
    ['Score', scoreText(result.figures)],
    ['Result', result.figures.testResult ?? null],
    ['Signed', `by ${oneLine(server)} on ${whenUtc(bundle.issuedAt)}, key ${signedBy}`],
    ['Graded again', `${counted(check.answers, 'answer')}: the same score`],
    ...(check.programs === 0
      ? []
      : [
          [
            'Not run again',
            `${counted(check.programs, 'program')}: the score follows from the verdicts, which are only signed; assay-server verify runs them`,
          ] as const,
        ]),
    ...(check.reviews === 0 ? [] : [['Graded by people', `${counted(check.reviews, 'answer')}: the scores are only signed`] as const]),
  ]);
};

const refusedText = ({ out, file, expected, verdict: { bundle, reason, signedBy, differences } }: Shown<false>): string =>
  [
    ...(bundle === null ? [] : [out.facts(bundleHeading(bundle, expected))]),
    `${oneLine(file)}: NOT verified: ${oneLine(revealed(reason))}`,
    ...(signedBy === null ? [] : [`The signature of key ${oneLine(signedBy)} is right.`]),
    ...differences.map(({ at, stated, graded }) => `  ${oneLine(at)}: it states ${oneLine(stated)}, grading gives ${oneLine(graded)}`),
  ].join('\n');

/** The document of `--json`: what to compare first, then the verdict. */
const documentOf = (file: string, { bundle, ...verdict }: Verdict, expected: ExpectedAccount | undefined) => ({
  account: bundle?.account ?? null,
  test: bundle?.test ?? null,
  candidate: bundle?.candidate ?? null,
  expectedAccount: expected ?? null,
  file,
  ...verdict,
  ...(verdict.verified ? { bundle } : {}),
});

/** Checks the signature of a report bundle and whose it is, and grades its answers again, without a server. */
export const verify = async (
  context: Context,
  file: string,
  { keys: keysFile, account: expected, ...options }: VerifyOptions,
): Promise<void> => {
  if (file === '-' && keysFile === '-') throw new UsageError('Only one of the two can come from standard input.');
  const keys = await readKeys(context, keysFile);
  const bytes = await read(context, file, mostSignedBytes);
  const verdict = await judge(bytes, { keys, keysFile, expected });
  const out = makeOutput(context, options);
  out.print({
    json: documentOf(file, verdict, expected),
    ids: verdict.verified ? [file] : [],
    text: () => (verdict.verified ? verifiedText({ out, file, expected, verdict }) : refusedText({ out, file, expected, verdict })),
  });
  if (!verdict.verified) throw new PartlyFailed('the bundle is not verified');
};
