import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { BulkInviteResult } from '@assay/domain';
import { type Candidate, type RowFault, readCandidates } from '../../files/read-candidates.ts';
import { makeOutput, type Output } from '../../output/output.ts';
import type { Context } from '../../support/context.ts';
import { Failure, PartlyFailed } from '../../support/failures.ts';
import { openSession } from '../common/session.ts';
import { type InviteOptions, sharedFields } from './register.ts';

export type ImportCandidatesOptions = InviteOptions & {
  readonly dryRun?: boolean;
  readonly skipFaulty?: boolean;
  readonly again?: boolean;
};

type Sent = BulkInviteResult['results'][number];
type RowResult = {
  readonly line: number;
  readonly emailId: string | null;
  readonly ok: boolean;
  readonly testInvitationId: number | null;
  readonly takeTestURL: string | null;
  readonly error: string | null;
};

const chunkSize = 200;

const chunksOf = (candidates: readonly Candidate[]): readonly (readonly Candidate[])[] =>
  Array.from({ length: Math.ceil(candidates.length / chunkSize) }, (_, index) =>
    candidates.slice(index * chunkSize, (index + 1) * chunkSize),
  );

const bodyOf = ({ line: _, ...body }: Candidate) => body;

/** The same rows for the same test give the same key, so that repeating a run mails nobody twice. */
export const chunkKey = (testId: number, chunk: readonly Candidate[], again: string | undefined): string =>
  `assay-import-${createHash('sha256')
    .update(JSON.stringify([testId, chunk.map(bodyOf), again ?? null]))
    .digest('hex')}`;

const faulty = ({ line, rule }: RowFault): RowResult => ({
  line,
  emailId: null,
  ok: false,
  testInvitationId: null,
  takeTestURL: null,
  error: rule,
});

const resultOf = ({ line, emailId }: Candidate, sent: Sent | undefined): RowResult => ({
  line,
  emailId,
  ok: sent?.ok === true,
  testInvitationId: sent?.invitation?.testInvitationId ?? null,
  takeTestURL: sent?.invitation?.takeTestURL ?? null,
  error: sent === undefined ? 'was not sent' : sent.error,
});

const print = (out: Output, results: readonly RowResult[]): void => {
  const rows = results.toSorted((one, other) => one.line - other.line);
  const failed = rows.filter(({ ok }) => !ok);
  out.print({
    json: { invited: rows.length - failed.length, failed: failed.length, results: rows },
    ids: rows.flatMap(({ testInvitationId }) => (testInvitationId === null ? [] : [testInvitationId])),
    text: () =>
      [
        out.table(
          [
            { head: 'LINE', cell: ({ line }) => line, right: true, whole: true },
            { head: 'EMAIL', cell: ({ emailId }) => emailId },
            { head: 'RESULT', cell: ({ ok }) => (ok ? 'invited' : 'failed'), whole: true, tone: ({ ok }) => (ok ? 'good' : 'bad') },
            { head: 'ID', cell: ({ testInvitationId }) => testInvitationId, right: true, whole: true },
            { head: 'TAKE URL OR REASON', cell: ({ error, takeTestURL }) => error ?? takeTestURL },
          ],
          rows,
        ),
        '',
        `${rows.length - failed.length} invited, ${failed.length} failed.`,
      ].join('\n'),
  });
};

const preview = (out: Output, file: string, candidates: readonly Candidate[], faults: readonly RowFault[]): void =>
  out.print({
    json: { dryRun: true, candidates, faults },
    ids: candidates.map(({ emailId }) => emailId),
    text: () =>
      [
        ...(candidates.length === 0
          ? []
          : [
              out.table(
                [
                  { head: 'LINE', cell: ({ line }) => line, right: true, whole: true },
                  { head: 'EMAIL', cell: ({ emailId }) => emailId },
                  { head: 'NAME', cell: ({ fullName }) => fullName },
                  { head: 'LINK', cell: ({ testLinkId }) => testLinkId ?? null, right: true, whole: true },
                  { head: 'MAIL', cell: ({ sendEmail }) => (sendEmail ? 'yes' : 'no'), whole: true },
                ],
                candidates,
              ),
              '',
            ]),
        ...faults.map(({ line, rule }) => `${file}:${line}: ${rule}`),
        `${candidates.length} would be invited, ${faults.length} rows have faults. Nothing was sent.`,
      ].join('\n'),
  });

type Source = { readonly testId: number; readonly file: string };

const send = async (
  context: Context,
  testId: number,
  candidates: readonly Candidate[],
  faults: readonly RowFault[],
  options: ImportCandidatesOptions,
) => {
  const { client, out, call } = await openSession(context, options);
  const again = options.again === true ? randomUUID() : undefined;
  const results: RowResult[] = faults.map(faulty);
  const chunks = chunksOf(candidates);
  let done = 0;
  try {
    for (const chunk of chunks) {
      out.progress(`${results.length - faults.length} of ${candidates.length} invited …`);
      const sent = await client.inviteCandidates(
        { testId, candidates: chunk.map(bodyOf) },
        { ...call, idempotencyKey: chunkKey(testId, chunk, again) },
      );
      const byIndex = new Map(sent.results.map((one) => [one.index, one]));
      results.push(...chunk.map((candidate, index) => resultOf(candidate, byIndex.get(index))));
      done += 1;
    }
  } finally {
    out.progress(null);
    if (done > 0) {
      print(out, [...results, ...chunks.slice(done).flatMap((chunk) => chunk.map((candidate) => resultOf(candidate, undefined)))]);
      if (done < chunks.length) out.remark('Run the same command again: candidates who are invited already are not mailed twice.');
    }
  }
  const failed = results.filter(({ ok }) => !ok).length;
  if (failed > 0) throw new PartlyFailed(`${failed} rows failed`);
};

export const importCandidates = async (context: Context, { testId, file }: Source, options: ImportCandidatesOptions): Promise<void> => {
  const { candidates, faults, unknown } = readCandidates(await readFile(file), sharedFields(options));
  const out = makeOutput(context, options);
  if (unknown.length > 0) out.remark(`Columns without a use here: ${unknown.join(', ')}`);
  if (options.dryRun === true) {
    preview(out, file, candidates, faults);
    if (faults.length > 0) throw new PartlyFailed(`${faults.length} rows have faults`);
    return;
  }
  if (faults.length > 0 && options.skipFaulty !== true)
    throw new Failure(
      [...faults.map(({ line, rule }) => `${file}:${line}: ${rule}`), 'Nobody was invited.'].join('\n'),
      'Mend these rows, or invite the others: --skip-faulty',
    );
  if (candidates.length === 0) throw new Failure(`${file} has no candidate to invite.`);
  await send(context, testId, candidates, faults, options);
};
