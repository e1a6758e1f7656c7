import { revealed } from './revealed-code.ts';
import type { CodeSubmission } from './submissions.ts';

// What the terminal and the PDF say of a program, in English as both are.

const count = (amount: number, one: string): string => `${amount.toLocaleString('en-US')} ${one}${amount === 1 ? '' : 's'}`;

const quoted = (text: string | null): string => (text === null ? 'nothing' : JSON.stringify(text));

type Case = CodeSubmission['cases'][number];
type Failed = Pick<Case, 'difference' | 'line' | 'waited' | 'leftOut'>;

const waitedUntil = 'waiting, not computing, when its time was over';
const leftOutBecause = 'all marks were lost by a case over its time';

/** How a case ended; `not run` if it was left out. */
export const verdictInWords = ({ verdict, leftOut }: Pick<Case, 'verdict' | 'leftOut'>): string => (leftOut ? 'not run' : verdict);

/** `token 2 in line 1`, or that the program waited, or why it was not run; empty if nothing is known. */
export const placeInWords = ({ difference, line, waited, leftOut }: Failed): string => {
  if (waited) return waitedUntil;
  if (leftOut) return leftOutBecause;
  if (difference === undefined) return line === undefined ? '' : `in line ${line}`;
  const { unit, place, line: lineOfToken } = difference;
  const where = [unit, revealed(String(place))].filter((one) => one !== '').join(' ');
  return `${where}${lineOfToken === undefined ? '' : ` in line ${lineOfToken}`}`;
};

/** Both sides of a difference as they are written down, control characters escaped. */
export const sidesOf = ({ expected, actual }: NonNullable<Failed['difference']>) => ({
  expected: quoted(expected),
  actual: quoted(actual),
});

/** `token 2 in line 1: "4" is expected, not "3"` */
export const differenceInWords = (failed: Failed): string => {
  const where = placeInWords(failed);
  if (failed.difference === undefined) return where;
  const { expected, actual } = sidesOf(failed.difference);
  return `${where}: ${revealed(expected)} is expected, not ${revealed(actual)}`;
};

/** `, 3 not run: …`; empty if all were run. */
const leftOutInWords = (cases: readonly Pick<Failed, 'leftOut'>[]): string => {
  const left = cases.filter(({ leftOut }) => leftOut).length;
  return left === 0 ? '' : `, ${left} not run: ${leftOutBecause}`;
};

/** `1 of 4 cases accepted, 2 not run: all marks were lost by a case over its time` */
export const acceptedInWords = ({ cases }: Pick<CodeSubmission, 'cases'>): string =>
  `${cases.filter(({ verdict }) => verdict === 'accepted').length} of ${count(cases.length, 'case')} accepted${leftOutInWords(cases)}`;

/** `, 1 waiting, not computing, when its time was over`, and what was not run; empty if nothing is to be said of their time. */
export const timesInWords = (cases: readonly Pick<Failed, 'waited' | 'leftOut'>[]): string => {
  const waiting = cases.filter(({ waited }) => waited).length;
  return `${waiting === 0 ? '' : `, ${waiting} ${waitedUntil}`}${leftOutInWords(cases)}`;
};

/** `2.5 of 10` */
export const marksInWords = ({ score, marks }: Pick<CodeSubmission, 'score' | 'marks'>): string =>
  score === null ? `none yet, of ${marks}` : `${score} of ${marks}`;

/** `1 s and 128 MB for each case`; null while nothing is graded. */
export const limitsInWords = ({ limits }: Pick<CodeSubmission, 'limits'>): string | null =>
  limits === null ? null : `${limits.seconds} s and ${limits.memory} MB for each case`;

/** `3.11.3 (embedded)`; empty before the first grading. */
export const engineInWords = ({ version, engine, insteadOf }: Pick<CodeSubmission, 'version' | 'engine' | 'insteadOf'>): string => {
  const by = insteadOf === undefined ? engine : `${engine} instead of ${insteadOf}, as the operator chose`;
  return engine === null ? '' : `${version ?? ''} (${by})`;
};

/** `3 edits, 20 characters typed, 7 pasted in 1 paste` */
export const typingInWords = ({ typing }: Pick<CodeSubmission, 'typing'>): string =>
  typing.edits === 0
    ? 'nothing was recorded'
    : `${count(typing.edits, 'edit')}, ${count(typing.typed, 'character')} typed, ${typing.pasted.toLocaleString('en-US')} pasted in ${count(typing.pastes, 'paste')}`;

type Round = CodeSubmission['rounds'][number];

/** `1 accepted, 2 wrong-answer, 3 not run`; empty without cases. */
export const verdictsInWords = ({ verdicts, leftOut }: Pick<Round, 'verdicts' | 'leftOut'>): string =>
  [...Object.entries(verdicts), ...(leftOut === undefined ? [] : [['not run', leftOut] as const])]
    .map(([verdict, cases]) => `${cases} ${verdict}`)
    .join(', ');

/** Rounds before the last one: verdicts that a regrade replaced. */
export const earlierRoundsInWords = ({ rounds }: Pick<CodeSubmission, 'rounds'>): readonly string[] =>
  rounds.slice(0, -1).map((one) => `round ${one.round}, version ${one.testVersion}: ${verdictsInWords(one) || 'not graded'}`);
