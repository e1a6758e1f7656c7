import type { Answer } from '@assay/domain';

/**
 * A test of 80 questions with an answer to each and what that answer earns. All amounts here are whole hundredths of a mark, and
 * what is earned follows from how the question was made, without a line of the code under test.
 */
export type Planned = {
  readonly question: { readonly kind: string; readonly prompt: string; readonly marks: number; readonly penalty: number };
  readonly marks: number;
  readonly earned: number;
  /** In the order they are saved; none for a question that is never touched. */
  readonly saves: readonly Answer[];
};
export type PlannedSection = { readonly name: string; readonly duration: number; readonly planned: readonly Planned[] };

type Amounts = { readonly marks: number; readonly penalty: number };

const cycle = <Value>(values: readonly Value[], index: number): Value => {
  const value = values[index % values.length];
  if (value === undefined) throw new Error('nothing to cycle through');
  return value;
};

/** Integers only: to the nearest one, a tie to the even one. */
const divideHalfEven = (numerator: number, denominator: number): number => {
  const rest = numerator % denominator;
  const floor = (numerator - rest) / denominator;
  if (rest * 2 === denominator) return floor % 2 === 0 ? floor : floor + 1;
  return rest * 2 < denominator ? floor : floor + 1;
};

const plan = (kind: string, { marks, penalty }: Amounts, rest: object, earned: number, saves: readonly Answer[]): Planned => ({
  question: { kind, prompt: `A question of kind *${kind}* for ${marks}`, marks: marks / 100, penalty: penalty / 100, ...rest },
  marks,
  earned,
  saves,
});

const letters = ['a', 'b', 'c', 'd', 'e'];
const optionsOf = (count: number, correct: readonly string[]) =>
  letters.slice(0, count).map((letter) => ({ text: `Option ${letter}`, correct: correct.includes(letter) }));

type Outcome = 'right' | 'wrong' | 'untouched' | 'cleared';
const earnedBy = (outcome: Outcome, { marks, penalty }: Amounts): number =>
  outcome === 'right' ? marks : outcome === 'wrong' ? -penalty : 0;

/** The saves that end in `outcome`; every other right answer is reached by way of a wrong one. */
const savesOf = (outcome: Outcome, right: Answer, wrong: Answer, blank: Answer, byWayOf: boolean): Answer[] => {
  if (outcome === 'untouched') return [];
  if (outcome === 'cleared') return [right, blank];
  if (outcome === 'wrong') return [wrong];
  return byWayOf ? [wrong, right] : [right];
};

const outcomes: readonly Outcome[] = ['right', 'wrong', 'untouched', 'right', 'cleared', 'wrong', 'right'];

const singleChoice = (index: number, amounts: Amounts): Planned => {
  const outcome = cycle(outcomes, index);
  const right = cycle(['a', 'b', 'c', 'd'], index);
  const saves = savesOf(outcome, right, cycle(['b', 'c', 'd', 'a'], index), null, index % 2 === 0);
  return plan('single-choice', amounts, { options: optionsOf(4, [right]) }, earnedBy(outcome, amounts), saves);
};

const multipleChoice = (amounts: Amounts, correct: readonly string[], picks: readonly string[]): Planned => {
  const right = picks.filter((pick) => correct.includes(pick)).length;
  const shares = Math.max(0, right - (picks.length - right));
  const partial = divideHalfEven(amounts.marks * shares, correct.length);
  const earned = picks.length === 0 ? 0 : right === 0 ? -amounts.penalty : partial;
  return plan('multiple-choice', amounts, { options: optionsOf(5, correct) }, earned, [[...picks]]);
};

/** The answer lies on the edge of the tolerance, or a hundredth beyond it. */
const numeric = (index: number, amounts: Amounts): Planned => {
  const outcome = cycle(outcomes, index);
  const value = index * 173 - 417;
  const tolerance = cycle([5, 0, 10], index);
  const side = index % 2 === 0 ? -1 : 1;
  const saves = savesOf(outcome, (value + side * tolerance) / 100, (value + side * (tolerance + 1)) / 100, null, index % 2 === 0);
  return plan('numeric', amounts, { answer: value / 100, tolerance: tolerance / 100 }, earnedBy(outcome, amounts), saves);
};

const text = (index: number, amounts: Amounts): Planned => {
  const outcome = cycle(outcomes, index);
  const key = cycle([{ answer: 'New York' }, { answers: ['Zürich', 'Zuerich'] }, { answer: 'Straße' }], index);
  const right = cycle(['  new   YORK ', 'zÜRICH'.normalize('NFD'), 'STRASSE'], index);
  const saves = savesOf(outcome, right, 'Boston', ' \n ', index % 2 === 0);
  return plan('text', amounts, key, earnedBy(outcome, amounts), saves);
};

const times = (count: number, make: (index: number) => Planned): Planned[] => Array.from({ length: count }, (_, index) => make(index));
const amounts = (marks: number, penalty: number): Amounts => ({ marks, penalty });

const three = ['a', 'c', 'e'];
/** All; one third; two thirds; two right and one wrong; one and one; only wrong. */
const picksOfThree = [['a', 'c', 'e'], ['c'], ['a', 'e'], ['a', 'b', 'e'], ['b', 'c'], ['b', 'd']];
const marksOfThree = [amounts(100, 150), amounts(25, 25), amounts(150, 10), amounts(10, 5)];

export const eightyQuestions: readonly PlannedSection[] = [
  {
    name: 'One of four',
    duration: 20,
    planned: times(20, (index) => singleChoice(index, amounts(cycle([100, 150, 10, 25, 250], index), cycle([25, 0, 10, 150], index)))),
  },
  {
    name: 'Several of five',
    duration: 25,
    planned: marksOfThree.flatMap((each) => picksOfThree.map((picks) => multipleChoice(each, three, picks))),
  },
  {
    name: 'Numbers',
    duration: 20,
    planned: times(18, (index) => numeric(index, amounts(cycle([25, 100, 75, 10], index), cycle([10, 25, 0], index)))),
  },
  {
    name: 'Words and others',
    duration: 15,
    planned: [
      ...times(11, (index) => text(index, amounts(cycle([150, 25, 300], index), cycle([150, 10], index)))),
      // Halves that end in a tie: 12.5 and 2.5 go down to the even hundredth, 37.5 goes up to it.
      multipleChoice(amounts(25, 10), ['b', 'd'], ['b']),
      multipleChoice(amounts(75, 10), ['b', 'd'], ['d']),
      multipleChoice(amounts(5, 10), ['b', 'd'], ['b']),
      multipleChoice(amounts(200, 100), ['b', 'd'], []),
      ...times(2, (index) => singleChoice(index, amounts(150, 25))),
      numeric(1, amounts(10, 250)),
    ],
  },
];

/** The body of `POST /manage/v1/tests`. */
export const eightyQuestionsFile = {
  name: 'Eighty questions',
  status: 'Active',
  duration: 90,
  sections: eightyQuestions.map(({ name, duration, planned }) => ({
    name,
    type: 'general questions',
    duration,
    questions: planned.map(({ question }) => question),
  })),
};
