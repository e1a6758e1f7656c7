import { alikeFrom, type SimilarPair, type SimilarSubmissions } from '@assay/domain';
import { besideEachOther } from '../../output/beside.ts';
import type { CommandResult, Output } from '../../output/output.ts';
import { count, oneLine, percent } from '../../output/text.ts';
import { UsageError } from '../../support/failures.ts';
import type { CommonOptions, Session } from '../common/session.ts';

export type SimilarOptions = CommonOptions & {
  readonly question?: number;
  readonly language?: SimilarPair['language'];
  readonly atLeast?: string;
  readonly limit: number;
  readonly pair?: readonly [number, number];
};

type Side = SimilarPair['left'];
type Row = SimilarPair & { readonly questionId: number | null };

/** `question 2: 18 programs, 1 of them too short; 240 older ones were not compared` */
const comparedText = ({ questionId, compared, tooShort, older }: SimilarSubmissions): string => {
  const short = tooShort === 0 ? '' : `, ${tooShort.toLocaleString('en-US')} of them too short`;
  const left = older === 0 ? '' : `; ${older === null ? 'more than 10,000' : older.toLocaleString('en-US')} older ones were not looked at`;
  return `question ${questionId}: ${count(compared, 'program')}${short}${left}`;
};

const candidate = ({ fullName, testInvitationId }: Side): string => `${fullName} (${testInvitationId})`;

const pairsTable = (out: Output, rows: readonly Row[]): string =>
  out.table(
    [
      { head: 'ALIKE', cell: ({ similarity }) => percent(similarity), right: true, whole: true },
      { head: 'QUESTION', cell: ({ questionId }) => questionId, right: true, whole: true },
      { head: 'LANGUAGE', cell: ({ language }) => language, whole: true },
      { head: 'CANDIDATE', cell: ({ left }) => candidate(left) },
      { head: 'SHARES', cell: ({ left }) => percent(left.share), right: true, whole: true },
      { head: 'CANDIDATE', cell: ({ right }) => candidate(right) },
      { head: 'SHARES', cell: ({ right }) => percent(right.share), right: true, whole: true },
      { head: 'LONGEST', cell: ({ longest }) => `${longest} tokens`, right: true, whole: true, spare: true },
    ],
    rows,
  );

const listText = (out: Output, all: readonly SimilarSubmissions[], { atLeast = String(alikeFrom) }: SimilarOptions): string => {
  if (all.every(({ questionId }) => questionId === null)) return 'No question of this test is answered with a program.';
  const compared = all.map(comparedText);
  const rows = all.flatMap(({ questionId, pairs }) => pairs.map((pair) => ({ questionId, ...pair })));
  if (rows.length === 0)
    return [`No two programs are ${percent(Number(atLeast))} alike or more. Compared:`, ...compared.map((one) => `  ${one}`)].join('\n');
  const hidden = all.reduce((sum, { found, pairs }) => sum + found - pairs.length, 0);
  return [
    pairsTable(out, rows),
    '',
    ...(hidden === 0 ? [] : [`${count(hidden, 'more pair')} not shown: --limit and --question show others.`]),
    'Compared:',
    ...compared.map((one) => `  ${one}`),
    'SHARES is how much of a program is also in the other one. The number behind a name is the invitation: --pair 12,15 shows two',
    'programs beside each other. That they are alike does not say why.',
  ].join('\n');
};

const all = async ({ client, call }: Session, testId: number, { question, language, atLeast, limit }: SimilarOptions) => {
  const query = { ...(language && { language }), ...(atLeast && { atLeast: Number(atLeast) }), limit };
  const first = await client.listSimilarSubmissions({ testId, ...query, ...(question && { questionId: question }) }, call);
  if (question !== undefined) return [first];
  const others: SimilarSubmissions[] = [];
  for (const { questionId } of first.questions)
    if (questionId !== first.questionId) others.push(await client.listSimilarSubmissions({ testId, ...query, questionId }, call));
  return [first, ...others];
};

const sourceOf = async ({ client, call }: Session, { testInvitationId }: Side, questionId: number): Promise<string> => {
  const { submissions } = await client.listSubmissions({ testInvitationId, cursor: String(questionId - 1), limit: 1 }, call);
  return submissions.find((one) => one.questionId === questionId)?.source ?? '';
};

const sideText = ({ fullName, emailId, testInvitationId, completedAt, share }: Side): string =>
  oneLine(`${fullName} <${emailId}>, invitation ${testInvitationId}, completed ${completedAt}, shares ${percent(share)}`);

type Shown = SimilarPair & {
  readonly questionId: number;
  readonly prompt: string;
  readonly leftSource: string;
  readonly rightSource: string;
};

const pairText = (out: Output, { questionId, prompt, similarity, longest, language, left, right, ...shown }: Shown): string =>
  [
    out.paint('strong', oneLine(`Question ${questionId}: ${prompt}`)),
    out.facts([
      ['Language', language],
      ['Alike', `${percent(similarity)}; the longest part has ${longest} tokens`],
      ['Left', sideText(left)],
      ['Right', sideText(right)],
    ]),
    '',
    ...besideEachOther({ left: shown.leftSource, right: shown.rightSource, parts: shown.parts }, out),
  ].join('\n');

const legend = 'Lines with the same letter are alike but for names, numbers, texts, comments and space.';

const showPair = async (
  session: Session,
  listed: readonly SimilarSubmissions[],
  [one, other]: readonly [number, number],
): Promise<CommandResult> => {
  const { out } = session;
  const found = listed.flatMap(({ questionId, questions, pairs }) =>
    pairs
      .filter(({ left, right }) => [left, right].every(({ testInvitationId }) => [one, other].includes(testInvitationId)))
      .map((pair) => ({
        questionId: questionId ?? 0,
        prompt: questions.find((each) => each.questionId === questionId)?.prompt ?? '',
        ...pair,
      })),
  );
  if (found.length === 0)
    throw new UsageError(
      `Invitations ${one} and ${other} are not among the pairs that are listed.`,
      'A lower --at-least, a --question and a higher --limit list more.',
    );
  const shown: Shown[] = [];
  for (const pair of found) {
    const leftSource = await sourceOf(session, pair.left, pair.questionId);
    shown.push({ ...pair, leftSource, rightSource: await sourceOf(session, pair.right, pair.questionId) });
  }
  return {
    json: shown,
    ids: shown.map(({ questionId }) => questionId),
    text: () => [...shown.map((pair) => pairText(out, pair)), legend].join('\n\n'),
  };
};

export const showSimilar = async (session: Session, testId: number, options: SimilarOptions): Promise<CommandResult> => {
  const { out } = session;
  const { pair } = options;
  const listed = await all(session, testId, pair === undefined ? options : { ...options, limit: 100 });
  if (pair !== undefined) return showPair(session, listed, pair);
  return {
    json: { testId, questions: listed },
    ids: listed.flatMap(({ pairs }) => pairs.map(({ left, right }) => `${left.testInvitationId},${right.testInvitationId}`)),
    text: () => listText(out, listed, options),
  };
};
