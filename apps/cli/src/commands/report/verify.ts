import { BundleVerificationError, verifyReportBundle } from '@assay/client';
import { type BundleCheck, checkSigned, mostSignedBytes, type ReportBundle, readBundle } from '@assay/domain';
import { readUpTo } from '../../files/read-input.ts';
import { makeOutput, type Output, type OutputOptions } from '../../output/output.ts';
import { scoreText } from '../../output/report-text.ts';
import { oneLine } from '../../output/text.ts';
import type { Context } from '../../support/context.ts';
import { explain } from '../../support/explain.ts';
import { PartlyFailed, UsageError } from '../../support/failures.ts';
import { whenUtc } from '../../time/format-time.ts';

export type VerifyOptions = OutputOptions & { readonly keys: string };

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

/** `signedBy` is null for a file that none of the keys signed: nothing in it is worth showing. */
type Verdict =
  | { readonly verified: true; readonly signedBy: string; readonly bundle: ReportBundle; readonly check: Graded }
  | {
      readonly verified: false;
      readonly signedBy: string | null;
      readonly reason: string;
      readonly differences: Graded['differences'];
    };

const refused = (signedBy: string | null, reason: string, differences: Graded['differences'] = []): Verdict => ({
  verified: false,
  signedBy,
  reason,
  differences,
});

const judge = async (file: Uint8Array, keys: unknown, keysFile: string): Promise<Verdict> => {
  let signed: Awaited<ReturnType<typeof verifyReportBundle>>;
  try {
    signed = await verifyReportBundle({ file, keys });
  } catch (error) {
    if (error instanceof BundleVerificationError) return refused(null, error.message);
    throw error instanceof TypeError ? noKeys(keysFile) : error;
  }
  const bundle = readBundle(signed.payload);
  if (!bundle.ok) return refused(signed.keyId, bundle.error);
  const check = checkSigned(bundle.value);
  if (!check.graded) return refused(signed.keyId, check.reason);
  if (check.differences.length > 0)
    return refused(signed.keyId, 'grading the answers again gives another result than it states', check.differences);
  return { verified: true, signedBy: signed.keyId, bundle: bundle.value, check };
};

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const keysOf = ({ keyVersion }: ReportBundle['test']): string =>
  keyVersion === undefined ? '' : `, graded by the keys of version ${keyVersion}`;

const formerNameOf = ({ fullName, nameAtCompletion = fullName }: ReportBundle['candidate']): string =>
  nameAtCompletion === fullName ? '' : `, at the completion ${oneLine(nameAtCompletion)}`;

const verifiedText = (out: Output, file: string, { bundle, check, signedBy }: Extract<Verdict, { verified: true }>): string => {
  const { candidate, test, attempt, testInvitationId, result, server } = bundle;
  return [
    `${out.paint('strong', oneLine(file))}: verified`,
    out.facts([
      ['Candidate', `${oneLine(candidate.fullName)} <${oneLine(candidate.emailId)}>${formerNameOf(candidate)}`],
      ['Test', `${oneLine(test.name)}, version ${test.version}${keysOf(test)}`],
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
    ]),
  ].join('\n');
};

const refusedText = (file: string, { reason, signedBy, differences }: Extract<Verdict, { verified: false }>): string =>
  [
    `${oneLine(file)}: NOT verified: ${oneLine(reason)}`,
    ...(signedBy === null ? [] : [`The signature of key ${oneLine(signedBy)} is right.`]),
    ...differences.map(({ at, stated, graded }) => `  ${oneLine(at)}: it states ${oneLine(stated)}, grading gives ${oneLine(graded)}`),
  ].join('\n');

/** Checks the signature of a report bundle and grades its answers again, without a server. */
export const verify = async (context: Context, file: string, { keys: keysFile, ...options }: VerifyOptions): Promise<void> => {
  if (file === '-' && keysFile === '-') throw new UsageError('Only one of the two can come from standard input.');
  const keys = await readKeys(context, keysFile);
  const bytes = await read(context, file, mostSignedBytes);
  const verdict = await judge(bytes, keys, keysFile);
  const out = makeOutput(context, options);
  out.print({
    json: { file, ...verdict },
    ids: verdict.verified ? [file] : [],
    text: () => (verdict.verified ? verifiedText(out, file, verdict) : refusedText(file, verdict)),
  });
  if (!verdict.verified) throw new PartlyFailed('the bundle is not verified');
};
