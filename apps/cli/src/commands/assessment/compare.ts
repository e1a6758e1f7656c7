import { defineTest, type Question, questionsOf, type Section, type TestFile } from '@assay/domain';

/** What an import changes in a test. `marks` is the sum before and after, when it differs. */
export type Changes = {
  readonly name: readonly [string, string] | null;
  readonly duration: readonly [number, number] | null;
  readonly status: readonly [string, string] | null;
  readonly sections: readonly [number, number] | null;
  /** The number of sections is the same, but names, types, minutes or sizes differ. */
  readonly sectionsChanged: boolean;
  readonly marks: readonly [number, number] | null;
  readonly questions: { readonly added: number; readonly removed: number; readonly changed: number; readonly moved: boolean };
};

const differing = <Value>(before: Value, after: Value): readonly [Value, Value] | null => (before === after ? null : [before, after]);

const contentOf = ({ questionId: _, ...content }: Question): string => JSON.stringify(content);

/** A question as the server will store it, where the author leaves the languages to the installation: it fills them in at the import. */
const storedLike = (former: readonly Question[]): ((question: Question) => Question) => {
  const open = (question: Question): string => contentOf({ ...question, languages: null } as Question);
  const known = new Map(former.flatMap((one) => (one.kind === 'coding' ? [[open(one), one.languages] as const] : [])));
  return (question) => {
    if (question.kind !== 'coding' || question.languages !== null) return question;
    return { ...question, languages: known.get(contentOf(question)) ?? null };
  };
};

const marksOf = (questions: readonly Question[]): number =>
  // Marks have at most six decimals: rounding to them removes the error of binary fractions.
  Number(questions.reduce((sum, { marks }) => sum + marks, 0).toFixed(6));

/** Takes one of `from` out of `pool`; false when it is not there. */
const take = (pool: Map<string, number>, key: string): boolean => {
  const left = pool.get(key) ?? 0;
  if (left === 0) return false;
  pool.set(key, left - 1);
  return true;
};

const count = (keys: readonly string[]): Map<string, number> => {
  const pool = new Map<string, number>();
  for (const key of keys) pool.set(key, (pool.get(key) ?? 0) + 1);
  return pool;
};

/** Questions with the same id, or the same prompt, are the same question; the others were added or removed. */
const compareQuestions = (before: readonly Question[], after: readonly Question[]): Changes['questions'] => {
  const pool = count(before.map(contentOf));
  const altered = after.filter((question) => !take(pool, contentOf(question)));
  const leftOver = before.filter((question) => take(pool, contentOf(question)));
  const [kept, given] = [new Set(altered.map(({ id }) => id)), new Set(leftOver.map(({ id }) => id))];
  const prompts = count(leftOver.filter(({ id }) => !kept.has(id)).map(({ prompt }) => prompt));
  const changed = altered.filter(({ id, prompt }) => given.has(id) || take(prompts, prompt)).length;
  const same = altered.length === 0 && leftOver.length === 0;
  return {
    added: altered.length - changed,
    removed: leftOver.length - changed,
    changed,
    moved: same && before.some((question, index) => contentOf(question) !== contentOf(after[index] ?? question)),
  };
};

const headsOf = (sections: readonly Section[]): string =>
  JSON.stringify(sections.map(({ name, type, duration, questions }) => [name, type, duration, questions.length]));

/**
 * Compares two test files; a new file without a status does not change it. Where the new one leaves the languages of a question to the
 * installation, those of the former one stand: which others it offers by now only the import finds out.
 */
export const compareTests = (before: TestFile, after: TestFile): Changes => {
  const former = defineTest(before);
  const next = defineTest(after, former);
  const formerQuestions = questionsOf(former);
  const nextQuestions = questionsOf(next).map(storedLike(formerQuestions));
  return {
    name: differing(former.name, next.name),
    duration: differing(former.duration, next.duration),
    status: differing(before.status ?? 'Active', after.status ?? before.status ?? 'Active'),
    sections: differing(former.sections.length, next.sections.length),
    sectionsChanged: former.sections.length === next.sections.length && headsOf(former.sections) !== headsOf(next.sections),
    marks: differing(marksOf(formerQuestions), marksOf(nextQuestions)),
    questions: compareQuestions(formerQuestions, nextQuestions),
  };
};

const arrow = (name: string, change: readonly [string | number, string | number] | null, unit = ''): readonly string[] =>
  change === null ? [] : [`${name} ${change[0]} → ${change[1]}${unit}`];

/** `name A → B; duration 60 → 90 min; questions: 2 added, 1 changed; marks 80 → 84`; empty when nothing differs. */
export const describeChanges = ({ name, duration, status, sections, sectionsChanged, marks, questions }: Changes): string => {
  const { added, removed, changed, moved } = questions;
  const figures = [
    ...(added > 0 ? [`${added} added`] : []),
    ...(removed > 0 ? [`${removed} removed`] : []),
    ...(changed > 0 ? [`${changed} changed`] : []),
    ...(moved ? ['in another order'] : []),
  ];
  return [
    ...arrow('name', name),
    ...arrow('status', status),
    ...arrow('duration', duration, ' min'),
    ...arrow('sections', sections),
    ...(sectionsChanged ? ['sections changed'] : []),
    ...(figures.length === 0 ? [] : [`questions: ${figures.join(', ')}`]),
    ...arrow('marks', marks),
  ].join('; ');
};
