/** What is compared of an attempt. `wrong`: its wrong answers as they are stored; times are milliseconds since 1970. */
type Compared = { readonly wrong: string; readonly startedAt: number; readonly completedAt: number };

/** Fewer are the same too often by chance. */
export const fewestSameWrong = 5;
/** How seldom it must come about by chance, among all that were compared together. */
const rarest = 1e-3;
/** Answers are passed on within a day; later, right ones are. */
const mostApart = 24 * 60 * 60_000;
/** Of how many, those with the largest part in common, the chance is computed. */
const mostExamined = 20;
/** More say nothing new. */
export const mostSameWrongShown = 3;

type Wrong = { readonly answers: readonly string[]; readonly all: ReadonlySet<string> };

const answersIn = (stored: string): readonly string[] => (stored === '' ? [] : stored.split(','));
const wrongOf = (answers: readonly string[]): Wrong => ({ answers, all: new Set(answers) });

const questionOf = (answer: string): number => Number(answer.slice(0, answer.indexOf('=')));

const odds = (count: number, of: number): number => (count + 0.5) / (Math.max(of, count) - count + 0.5);

/** The chance that `least` or more of independent events come about (Poisson-binomial). */
const atLeast = (least: number, chances: readonly number[]): number => {
  const exactly = new Float64Array(chances.length + 1);
  exactly[0] = 1;
  for (const [index, chance] of chances.entries())
    for (let count = index + 1; count >= 0; count -= 1)
      exactly[count] = (exactly[count] ?? 0) * (1 - chance) + (count === 0 ? 0 : (exactly[count - 1] ?? 0) * chance);
  return exactly.subarray(least).reduce((sum, one) => sum + one, 0);
};

/** Of the others: how many there are, how often each wrong answer was given, and how many questions were asked. */
type Pool = { readonly size: number; readonly wrong: number; readonly times: ReadonlyMap<string, number>; readonly questions: number };

/**
 * The chances that somebody gives these wrong answers, from how often the others did; who has more wrong answers than they gives each
 * more often. Two more who did and two who did not are assumed, so that nothing is seldom only because few were there.
 */
const chancesOf = (answers: readonly string[], by: Wrong, { size, wrong, times, questions }: Pool, seenBy: (answer: string) => number) => {
  const left = size - 1;
  const usual = left === 0 ? by.answers.length : wrong / size;
  const weaker = Math.max(1, odds(by.answers.length, questions) / odds(usual, questions));
  return answers.map((answer) => {
    const share = ((times.get(answer) ?? 0) - seenBy(answer) + 2) / (left + 4);
    return (weaker * share) / (1 - share + weaker * share);
  });
};

/** Another attempt with the same wrong answers, and the numbers that say so. */
export type SameWrong<Other> = {
  readonly other: Other;
  readonly text: string;
  /** The questions that both answered in the same wrong way. */
  readonly questionIds: readonly number[];
  readonly figures: {
    readonly sameWrong: number;
    readonly bothWrong: number;
    readonly wrong: number;
    readonly wrongOfOther: number;
    /** How many the same were to be expected. */
    readonly expected: number;
    readonly compared: number;
    /** One in so many attempts has as many by chance. */
    readonly oneIn: number;
    /** Between the end of one and the start of the other; 0 if both were under way at some moment. */
    readonly minutesApart: number;
  };
};

const wordsFor = ({ sameWrong, bothWrong, expected, compared, oneIn, minutesApart }: SameWrong<unknown>['figures']): string => {
  const when = minutesApart === 0 ? 'at the same time' : `${minutesApart} min apart`;
  return `${sameWrong} of ${bothWrong} answers that are wrong here and in another attempt (${when}) are the same; ${expected} were expected from how often others give them, and chance alone does this among ${compared} attempts once in ${oneIn.toLocaleString('en-US')} times; people who learned from the same source look the same`;
};

const apart = (one: Compared, other: Compared): number =>
  Math.max(0, Math.max(one.startedAt, other.startedAt) - Math.min(one.completedAt, other.completedAt));

/**
 * Other attempts on the same version of a test that have more wrong answers in common with this one than chance gives, the most unlikely
 * first. After the K2 index of Sotaridona and Meijer (2002), with a chance for each answer as in the generalized binomial test
 * of van der Linden and Sotaridona (2006), in both directions: the larger chance counts.
 *
 * @param others all whose wrong answers say how usual an answer is; compared are those of about the same time
 * @param questions how many the test asks of the kinds that are compared
 */
export const sameWrongAnswers = <Other extends Compared>(
  own: Compared,
  others: readonly Other[],
  questions: number,
): readonly SameWrong<Other>[] => {
  const mine = wrongOf(answersIn(own.wrong));
  if (mine.answers.length < fewestSameWrong) return [];
  const all = others.map((other) => ({ other, answers: answersIn(other.wrong) }));
  const compared = all.filter(({ other }) => apart(own, other) <= mostApart);
  const partOf = ({ answers, same }: { readonly answers: readonly string[]; readonly same: readonly string[] }): number =>
    same.length / (mine.answers.length + answers.length - same.length);
  const alike = compared
    .map((one) => ({ ...one, same: one.answers.filter((answer) => mine.all.has(answer)) }))
    .filter(({ same }) => same.length >= fewestSameWrong)
    .sort((one, another) => partOf(another) - partOf(one))
    .slice(0, mostExamined);
  if (alike.length === 0) return [];
  const times = new Map<string, number>();
  for (const { answers } of all) for (const answer of answers) times.set(answer, (times.get(answer) ?? 0) + 1);
  const wrong = all.reduce((sum, { answers }) => sum + answers.length, 0);
  const pool = { size: all.length, wrong, times, questions };
  return alike
    .map(({ other, answers, same }) => {
      const theirs = wrongOf(answers);
      const chances = chancesOf(mine.answers, theirs, pool, (answer) => (theirs.all.has(answer) ? 1 : 0));
      const chance = Math.max(
        atLeast(same.length, chances),
        atLeast(
          same.length,
          chancesOf(theirs.answers, mine, pool, () => 1),
        ),
      );
      return { other, theirs, same, expected: chances.reduce((sum, one) => sum + one, 0), among: Math.min(1, chance * compared.length) };
    })
    .filter(({ among }) => among < rarest)
    .sort((one, another) => one.among - another.among)
    .map(({ other, theirs, same, expected, among }) => {
      const asked = new Set(theirs.answers.map(questionOf));
      const figures = {
        sameWrong: same.length,
        bothWrong: mine.answers.filter((answer) => asked.has(questionOf(answer))).length,
        wrong: mine.answers.length,
        wrongOfOther: theirs.answers.length,
        expected: Math.round(10 * expected) / 10,
        compared: compared.length,
        oneIn: Math.min(1e9, Number((1 / among).toPrecision(1))),
        minutesApart: Math.round(apart(own, other) / 60_000),
      };
      return { other, figures, text: wordsFor(figures), questionIds: same.map(questionOf) };
    });
};
