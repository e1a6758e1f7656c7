import type { CodeSubmission } from './manage.ts';
import { revealed } from './revealed-code.ts';

// What the terminal and the PDF say of a program, in English as both are.

const count = (amount: number, one: string): string => `${amount.toLocaleString('en-US')} ${one}${amount === 1 ? '' : 's'}`;

const quoted = (text: string | null): string => (text === null ? 'nothing' : JSON.stringify(text));

type Failed = Pick<CodeSubmission['cases'][number], 'difference' | 'line'>;

/** `token 2 in line 1`; empty if nothing is known. */
export const placeInWords = ({ difference, line }: Failed): string => {
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

/** `3 of 4 cases accepted` */
export const acceptedInWords = ({ cases }: Pick<CodeSubmission, 'cases'>): string =>
  `${cases.filter(({ verdict }) => verdict === 'accepted').length} of ${count(cases.length, 'case')} accepted`;

/** `2.5 of 10` */
export const marksInWords = ({ score, marks }: Pick<CodeSubmission, 'score' | 'marks'>): string =>
  score === null ? `none yet, of ${marks}` : `${score} of ${marks}`;

/** `1 s and 128 MB for each case`; null while nothing is graded. */
export const limitsInWords = ({ limits }: Pick<CodeSubmission, 'limits'>): string | null =>
  limits === null ? null : `${limits.seconds} s and ${limits.memory} MB for each case`;

/** `3 edits, 20 characters typed, 7 pasted in 1 paste` */
export const typingInWords = ({ typing }: Pick<CodeSubmission, 'typing'>): string =>
  typing.edits === 0
    ? 'nothing was recorded'
    : `${count(typing.edits, 'edit')}, ${count(typing.typed, 'character')} typed, ${typing.pasted.toLocaleString('en-US')} pasted in ${count(typing.pastes, 'paste')}`;

type Verdicts = CodeSubmission['rounds'][number]['verdicts'];

/** `1 accepted, 2 wrong-answer`; empty without cases. */
export const verdictsInWords = (verdicts: Verdicts): string =>
  Object.entries(verdicts)
    .map(([verdict, cases]) => `${cases} ${verdict}`)
    .join(', ');

/** Rounds before the last one: verdicts that a regrade replaced. */
export const earlierRoundsInWords = ({ rounds }: Pick<CodeSubmission, 'rounds'>): readonly string[] =>
  rounds
    .slice(0, -1)
    .map(({ round, testVersion, verdicts }) => `round ${round}, version ${testVersion}: ${verdictsInWords(verdicts) || 'not graded'}`);
