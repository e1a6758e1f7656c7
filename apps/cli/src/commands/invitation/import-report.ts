import type { Candidate, ReadCandidates, RowFault } from '../../files/read-candidates.ts';
import { inputName } from '../../files/read-input.ts';
import { foreseenWords, type RowState, rowWords, type Tally, tallyOf, tallyText } from '../../output/import-text.ts';
import type { Output } from '../../output/output.ts';
import type { Column } from '../../output/table.ts';
import { count, wrap } from '../../output/text.ts';
import { rowTones } from '../../output/tones.ts';
import type { Context } from '../../support/context.ts';
import type { InviteOptions } from './register.ts';
import type { SentRow } from './send-candidates.ts';

export type ImportCandidatesOptions = InviteOptions & {
  readonly dryRun?: boolean;
  readonly skipFaulty?: boolean;
  readonly faulty?: string;
  readonly force?: boolean;
  readonly revive?: boolean;
  readonly again?: boolean;
  readonly rename?: boolean;
};

export type Import = {
  readonly context: Context;
  readonly out: Output;
  readonly testId: number;
  readonly file: string;
  readonly read: ReadCandidates;
  readonly options: ImportCandidatesOptions;
};

type RowResult = {
  readonly line: number;
  readonly emailId: string | null;
  readonly ok: boolean;
  readonly outcome: RowState;
  readonly testInvitationId: number | null;
  readonly takeTestURL: string | null;
  readonly error: string | null;
};

const reasons: Readonly<Partial<Record<RowState, string>>> = {
  cancelled: 'stays cancelled without --revive',
  finished: 'stays as it is without --rename',
  unconfirmed: 'was sent, but the server did not confirm it',
  'not-sent': 'was not sent',
};

const faultyRow = ({ line, rule }: RowFault): RowResult => ({
  line,
  emailId: null,
  ok: false,
  outcome: 'invalid',
  testInvitationId: null,
  takeTestURL: null,
  error: rule,
});

const resultOf = ({ candidate: { line, emailId }, state, sent }: SentRow): RowResult => ({
  line,
  emailId,
  ok: sent?.ok === true,
  outcome: state,
  testInvitationId: sent?.invitation?.testInvitationId ?? null,
  takeTestURL: sent?.ok === true ? (sent.invitation?.takeTestURL ?? null) : null,
  error: reasons[state] ?? sent?.error ?? null,
});

export const byLine = <Row extends { readonly line: number }>(rows: readonly Row[]): Row[] =>
  rows.toSorted((one, other) => one.line - other.line);

const countsOf = (tally: Tally) => ({
  invited: tally.invited,
  alreadyInvited: tally['already-invited'],
  finished: tally.finished,
  revived: tally.revived,
  cancelled: tally.cancelled,
  failed: tally.invalid,
  unconfirmed: tally.unconfirmed,
  notSent: tally['not-sent'],
});

const wordingOf = ({ again, email }: ImportCandidatesOptions) => ({
  again: again !== true ? 'nothing sent' : email ? 'updated and mailed once more' : 'updated',
  rename: 'left as they are; --rename updates them too',
  revive: '--revive invites them again',
});

const linesOf = (word: string, rows: readonly RowResult[]): string[] => {
  const [first, last] = [rows[0]?.line, rows.at(-1)?.line];
  if (first === undefined || last === undefined) return [];
  return [`${word}: ${count(rows.length, 'row')}, ${first === last ? `line ${first}` : `lines ${first} to ${last}`}.`];
};

/** Prints what became of each row. */
export const printResult = ({ out, read, options }: Import, sent: readonly SentRow[]): void => {
  const rows = byLine([...read.faults.map(faultyRow), ...sent.map(resultOf)]);
  const known = rows.filter(({ outcome }) => outcome !== 'unconfirmed' && outcome !== 'not-sent');
  const tally = tallyOf(rows.map(({ outcome }) => outcome));
  out.print({
    json: { ...countsOf(tally), results: rows },
    ids: rows.flatMap(({ ok, testInvitationId }) => (ok && testInvitationId !== null ? [testInvitationId] : [])),
    text: () =>
      [
        ...(known.length === 0
          ? []
          : [
              out.table(
                [
                  { head: 'LINE', cell: ({ line }) => line, right: true, whole: true },
                  { head: 'EMAIL', cell: ({ emailId }) => emailId },
                  { head: 'RESULT', cell: ({ outcome }) => rowWords[outcome], whole: true, tone: ({ outcome }) => rowTones[outcome] },
                  { head: 'ID', cell: ({ testInvitationId }) => testInvitationId, right: true, whole: true },
                  { head: 'TAKE URL OR REASON', cell: ({ error, takeTestURL }) => error ?? takeTestURL },
                ],
                known,
              ),
              '',
            ]),
        ...wrap(`${tallyText(tally, wordingOf(options))}.`, out.width),
        ...linesOf(
          'Not confirmed by the server',
          rows.filter(({ outcome }) => outcome === 'unconfirmed'),
        ),
        ...linesOf(
          'Not sent',
          rows.filter(({ outcome }) => outcome === 'not-sent'),
        ),
      ].join('\n'),
  });
  if (options.again !== true && known.length < rows.length) out.remark('Run the same command again: nobody is mailed twice.');
};

type Foreseen = { readonly candidate: Candidate; readonly state: RowState | null; readonly sent?: SentRow['sent'] };

const willBeMailed = ({ candidate, state, sent }: Foreseen, { again }: ImportCandidatesOptions): boolean =>
  candidate.sendEmail &&
  (state === 'already-invited'
    ? again === true && sent?.invitation?.status !== 'Completed'
    : state !== 'cancelled' && state !== 'finished');

const foreseenColumns = (asked: boolean, options: ImportCandidatesOptions): readonly Column<Foreseen>[] => {
  const status: Column<Foreseen> = {
    head: 'STATUS',
    cell: ({ state }) => state && foreseenWords[state],
    whole: true,
    tone: ({ state }) => (state === null ? undefined : rowTones[state]),
  };
  return [
    { head: 'LINE', cell: ({ candidate }) => candidate.line, right: true, whole: true },
    { head: 'EMAIL', cell: ({ candidate }) => candidate.emailId },
    { head: 'NAME', cell: ({ candidate }) => candidate.fullName },
    { head: 'LINK', cell: ({ candidate }) => candidate.testLinkId ?? null, right: true, whole: true },
    ...(asked ? [status] : []),
    { head: 'MAIL', cell: (row) => (willBeMailed(row, options) ? 'yes' : 'no'), whole: true },
  ];
};

type Preview = { readonly rows: readonly SentRow[] | undefined; readonly faults: readonly RowFault[] };

/** Prints what would become of each row; `rows` is undefined if no server was asked. */
export const printPreview = ({ out, file, read, options }: Import, { rows, faults }: Preview): void => {
  const foreseen: readonly Foreseen[] = rows ?? read.candidates.map((candidate) => ({ candidate, state: null }));
  const shown = foreseen.filter(({ state }) => state !== 'invalid');
  const tally = tallyOf([...shown.flatMap(({ state }) => state ?? []), ...faults.map(() => 'invalid' as const)]);
  const summary =
    rows === undefined
      ? `${count(shown.length, 'candidate')}, ${tally.invalid} faulty.`
      : `${tallyText(tally, { ...wordingOf(options), preview: true })}.`;
  out.print({
    json: {
      dryRun: true,
      ...(rows === undefined ? {} : countsOf(tally)),
      candidates: shown.map(({ candidate, state }) => ({ ...candidate, outcome: state })),
      faults,
    },
    ids: shown.map(({ candidate }) => candidate.emailId),
    text: () =>
      [
        ...(shown.length === 0 ? [] : [out.table(foreseenColumns(rows !== undefined, options), shown), '']),
        ...faults.map(({ line, rule }) => `${inputName(file)}:${line}: ${rule}`),
        ...wrap(`${summary} Nothing was sent.`, out.width),
      ].join('\n'),
  });
};
