import { z } from 'zod';
import { kindOf, type Question } from '../questions/kinds.ts';
import { named } from '../wire/named.ts';
import type { QuestionOutcome } from './report-status.ts';

export const signalKinds = ['faster-than-reading', 'shown-too-briefly', 'burst', 'right-after-absence', 'same-wrong-answers'] as const;

export const OtherAttempt = named('OtherAttempt', 'The attempt of somebody else.', { testInvitationId: z.int(), attempt: z.int() });

export const Signal = named(
  'AttemptSignal',
  'Something in how an attempt went that people may want to look at. There may be a good reason for it.',
  {
    kind: z
      .enum(signalKinds)
      .describe(
        '`faster-than-reading`: more was answered than anybody reads in the time since the start. `shown-too-briefly`: right answers to questions that were hardly on the screen. `burst`: half of the answers or more within ten seconds. `right-after-absence`: right answers soon after the window had been left for a minute or more, again and again. `same-wrong-answers`: more wrong answers in common with another attempt of the same day than chance gives.',
      ),
    text: z.string().describe('The same in a sentence, with its numbers.'),
    figures: z.record(z.string(), z.number()).describe('The numbers by name.'),
    questionIds: z.array(z.int()).describe('The questions that they are of.'),
    other: OtherAttempt.optional().describe('Whose wrong answers are the same; absent for other kinds.'),
  },
);
export type Signal = z.output<typeof Signal>;

/** What was recorded of one question. Times are milliseconds since the attempt's start. */
export type RecordedQuestion = {
  readonly questionId: number;
  readonly words: number;
  readonly outcome: QuestionOutcome | null;
  /** Undefined where nothing was recorded. */
  readonly shownMs: number | undefined;
  /** When an answer was saved, oldest first. */
  readonly changes: readonly number[];
};

type Recorded = {
  readonly questions: readonly RecordedQuestion[];
  readonly outside: readonly { readonly from: number; readonly to: number }[];
};

/** Words a minute. Adults read 240, of easy text at most 400; nobody takes in more than this. */
const fastestReading = 1_000;
/** Below these, an answer may be right by chance or from the first words. */
const fewest = { words: 150, wordsOfQuestion: 30, briefly: 3, inBurst: 10, absences: 2 } as const;
const burstMs = 10_000;
const absence = { atLeastMs: 60_000, beforeAnswerMs: 30_000 } as const;

const seconds = (milliseconds: number): number => Math.round(milliseconds / 100) / 10;
const perMinute = (words: number, milliseconds: number): number => Math.round(words / (Math.max(milliseconds, 1) / 60_000));

// Every look at a report asks, and the texts of a test may have megabytes.
const counted = new WeakMap<Question, number>();

/** Words of the prompt and of the options. In scripts without spaces they are few, so that nothing is said of them. */
export const wordsOf = (question: Question): number => {
  const known = counted.get(question);
  if (known !== undefined) return known;
  const words = [question.prompt, ...kindOf(question).texts(question)]
    .join(' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  counted.set(question, words);
  return words;
};

type First = { readonly questionId: number; readonly words: number; readonly at: number };

const firstAnswers = ({ questions }: Recorded): First[] =>
  questions
    .flatMap(({ questionId, words, changes: [at] }) => (at === undefined ? [] : [{ questionId, words, at }]))
    .sort((one, other) => one.at - other.at);

/** The questions answered up to some moment have more words than anybody reads in the time since the start, in whatever order. */
const fasterThanReading = (recorded: Recorded): Signal[] => {
  let words = 0;
  let found: { readonly answered: readonly First[]; readonly words: number; readonly at: number } | undefined;
  const firsts = firstAnswers(recorded);
  for (const [index, one] of firsts.entries()) {
    words += one.words;
    if (words >= fewest.words && perMinute(words, one.at) > fastestReading)
      found = { answered: firsts.slice(0, index + 1), words, at: one.at };
  }
  if (found === undefined) return [];
  const figures = {
    answers: found.answered.length,
    words: found.words,
    seconds: seconds(found.at),
    wordsPerMinute: perMinute(found.words, found.at),
  };
  const text = `${figures.answers} questions of ${figures.words} words were answered within ${figures.seconds} s of the start; people read 240 to 400 words a minute`;
  return [{ kind: 'faster-than-reading', text, figures, questionIds: found.answered.map(({ questionId }) => questionId) }];
};

/** Right answers to questions that were on the screen for less time than it takes to read them. */
const shownTooBriefly = ({ questions }: Recorded): Signal[] => {
  const briefly = questions.flatMap(({ questionId, words, outcome, shownMs }) =>
    outcome === 'right' && words >= fewest.wordsOfQuestion && shownMs !== undefined && perMinute(words, shownMs) > fastestReading
      ? [{ questionId, words, shownMs }]
      : [],
  );
  if (briefly.length < fewest.briefly) return [];
  const figures = {
    questions: briefly.length,
    words: briefly.reduce((total, { words }) => total + words, 0),
    seconds: seconds(briefly.reduce((total, { shownMs }) => total + shownMs, 0)),
  };
  const text = `${figures.questions} questions with ${figures.words} words together were answered right and on the screen for ${figures.seconds} s together`;
  return [{ kind: 'shown-too-briefly', text, figures, questionIds: briefly.map(({ questionId }) => questionId) }];
};

/** Half of all answers or more, and at least ten, came within ten seconds. A connection that was lost and came back looks the same. */
const burst = (recorded: Recorded): Signal[] => {
  const firsts = firstAnswers(recorded);
  const largest = firsts
    .map((from) => firsts.filter(({ at }) => at >= from.at && at <= from.at + burstMs))
    .reduce((most, one) => (one.length > most.length ? one : most), []);
  const [from, to] = [largest[0], largest.at(-1)];
  if (from === undefined || to === undefined || largest.length < fewest.inBurst || largest.length * 2 < firsts.length) return [];
  // One by one: as arguments of a call they would be too many in a long attempt.
  const before = recorded.questions
    .flatMap(({ changes }) => changes.filter((at) => at < from.at))
    .reduce((latest, at) => Math.max(latest, at), 0);
  const figures = {
    answers: largest.length,
    of: firsts.length,
    seconds: seconds(to.at - from.at),
    quietSecondsBefore: seconds(from.at - before),
  };
  const { quietSecondsBefore: quiet } = figures;
  const after = quiet < 1 ? '' : `, after ${quiet} s without any`;
  const text = `${figures.answers} of ${figures.of} answers came within ${Math.max(figures.seconds, 0.1)} s${after}; a connection that was lost looks the same`;
  return [{ kind: 'burst', text, figures, questionIds: largest.map(({ questionId }) => questionId) }];
};

/** Right answers that were last changed soon after the window had been left for a minute or more; once may be chance. */
const rightAfterAbsence = ({ questions, outside }: Recorded): Signal[] => {
  const long = outside.filter(({ from, to }) => to - from >= absence.atLeastMs);
  const followed = long.flatMap(({ from, to }) => {
    const soon = questions.filter(({ outcome, changes }) => {
      const last = changes.at(-1);
      return outcome === 'right' && last !== undefined && last >= to && last - to <= absence.beforeAnswerMs;
    });
    return soon.length === 0 ? [] : [{ away: to - from, questionIds: soon.map(({ questionId }) => questionId) }];
  });
  if (followed.length < fewest.absences) return [];
  const questionIds = [...new Set(followed.flatMap((one) => one.questionIds))];
  const figures = {
    absences: followed.length,
    ofLongAbsences: long.length,
    secondsAway: seconds(followed.reduce((total, { away }) => total + away, 0)),
    rightAnswers: questionIds.length,
  };
  const text = `${figures.absences} of ${figures.ofLongAbsences} absences of a minute or more, ${figures.secondsAway} s together, were followed by a right answer within ${seconds(absence.beforeAnswerMs)} s, ${figures.rightAnswers} in all`;
  return [{ kind: 'right-after-absence', text, figures, questionIds }];
};

/** What stands out in how a completed attempt went, each with the numbers that it comes from; nothing for most attempts. */
export const signalsOf = (recorded: Recorded): Signal[] => [
  ...fasterThanReading(recorded),
  ...shownTooBriefly(recorded),
  ...burst(recorded),
  ...rightAfterAbsence(recorded),
];
