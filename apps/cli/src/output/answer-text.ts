import {
  type AnsweredQuestion,
  gradesInWords,
  gradingInWords,
  outcomeWords,
  picturesInWords,
  rubricInWords,
  type Signal,
  type Titled,
  timesInWords,
} from '@assay/domain';
import { atUtc, seconds } from '../time/format-time.ts';
import { count, oneLine, paragraph } from './text.ts';

const scoreText = ({ score, marks }: AnsweredQuestion): string => (score === null ? `none yet, of ${marks}` : `${score} of ${marks}`);

const revisionText = ({ at, size, picked }: AnsweredQuestion['revisions'][number]): string => {
  if (size === 0) return `${atUtc(at)}  cleared`;
  return `${atUtc(at)}  ${picked === undefined ? count(size, 'character') : oneLine(String(picked))}`;
};

/** Options with `*` at what was picked and `=` at what is right. */
const optionLines = ({ options = [], answer }: AnsweredQuestion): readonly string[] => {
  const picked = Array.isArray(answer) ? answer : [answer];
  return options.map(
    ({ optionId, text, correct }) =>
      `${picked.includes(optionId) ? '*' : ' '}${correct ? '=' : ' '} ${optionId}  ${oneLine(picturesInWords(text))}`,
  );
};

export const questionTitle = ({ questionId, id, section }: AnsweredQuestion): string =>
  oneLine(`Question ${questionId} (${id}), ${section}`);

/** What stands out, first with whom. */
export const signalText = ({ text, other }: Signal): string =>
  other === undefined
    ? text
    : `With invitation ${other.testInvitationId}${other.attempt === 1 ? '' : `, attempt ${other.attempt}`}: ${text}`;

/** A fact that does not apply is null. */
export const answerFacts = (one: AnsweredQuestion): [string, string | null][] => {
  const { outcome, late, secondsShown, timesShown, pasted, runs = [], decidedBy, review } = one;
  const accepted = runs.filter(({ verdict }) => verdict === 'accepted').length;
  return [
    [
      'Result',
      outcome === null ? 'not graded yet' : `${outcomeWords[outcome].toLowerCase()}, ${scoreText(one)}${late ? ', arrived late' : ''}`,
    ],
    ['On the screen', secondsShown === null ? 'not recorded' : `${seconds(secondsShown)} in ${count(timesShown, 'visit')}`],
    ['Pasted', pasted === null ? null : count(pasted, 'character')],
    ['Runs', runs.length === 0 ? null : `${accepted} of ${count(runs.length, 'case')} accepted${timesInWords(runs)}`],
    ['Decided by', decidedBy === null ? null : oneLine(decidedBy)],
    ['Grading', review === undefined ? null : gradingInWords(review)],
  ];
};

/** What decides: the key, unless something else does. */
export const keyOrDecidedBy = ({ keyText, decidedBy }: AnsweredQuestion): string | null => decidedBy ?? keyText;

const titledLines = (parts: readonly Titled[]): string[] =>
  parts.flatMap(({ title, lines }) => [oneLine(title), ...lines.map((line) => `  ${paragraph(line).replaceAll('\n', '\n  ')}`)]);

const gradeLines = ({ review }: AnsweredQuestion): string[] => {
  if (review === undefined) return [];
  const grades = titledLines(gradesInWords(review, (at) => `${atUtc(at)} UTC`));
  return [...(grades.length === 0 ? [] : ['', 'Grades', ...grades]), '', 'Rubric', ...titledLines(rubricInWords(review))];
};

/** The answer, the key, how people graded it, and how the answer changed. */
export const answerLines = (one: AnsweredQuestion): string[] => {
  const { answerText, keyText, revisions } = one;
  const options = optionLines(one);
  const answer = options.length > 0 ? ['* picked, = right', ...options] : ['Answer', paragraph(answerText ?? '(none)')];
  const key = options.length > 0 || keyText === null ? [] : ['', 'Key', paragraph(keyText)];
  const changes = revisions.length === 0 ? [] : ['', 'Changes, UTC', ...revisions.map(revisionText)];
  return [...answer, ...key, ...gradeLines(one), ...changes];
};
