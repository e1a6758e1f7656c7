import type { QuestionKind } from './question-kinds.ts';

type Asked = {
  readonly id?: string | undefined;
  readonly kind: QuestionKind;
  readonly prompt: string;
  readonly options?: readonly { readonly text: string }[];
};

/** What a question is recognised by in another version of its test: hashes of what candidates read. `id` is absent if nobody gave one. */
export type Recognition = { readonly id?: string | undefined; readonly content: string; readonly prompt: string };

const bitsOfHash = 53;
const digitsOfHash = Math.ceil(bitsOfHash / Math.log2(36));

/** Spreads what a multiplicative hash leaves in its upper bits (the finalizer of MurmurHash3). */
const spread = (hash: number): number => {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
};

/** Two FNV-1a hashes as one number of 53 bits. Of a million tests with 1,000 questions, about one has two questions that meet. */
export const hashOf = (text: string): string => {
  let [low, high] = [0x811c9dc5, 0x7ee3623b];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit, 0x85ebca6b);
  }
  const number = (spread(high) % 2 ** (bitsOfHash - 32)) * 2 ** 32 + spread(low);
  return number.toString(36).padStart(digitsOfHash, '0');
};

export const recognitionOf = <Id extends string | undefined>({
  id,
  kind,
  prompt,
  options = [],
}: Asked & { readonly id?: Id }): Recognition & { readonly id: Id | undefined } => ({
  id,
  content: hashOf(JSON.stringify([kind, prompt, ...options.map(({ text }) => text)])),
  prompt: hashOf(JSON.stringify([kind, prompt])),
});

const generated = (content: string, number: number): string => `q-${content}${number === 1 ? '' : `-${number}`}`;
const generatedPattern = new RegExp(`^q-[0-9a-z]{${digitsOfHash}}(-\\d+)?$`);

/** By what questions are recognised, in this order: a corrected key, mark or tolerance leaves both as they are, another option the second. */
const signs = ['content', 'prompt'] as const;

type Known = Recognition & { readonly id: string };

/** Gives each question that has no id yet the id of one of `known`, each at most once, in the order of both. */
const recognize = (ids: (string | undefined)[], questions: readonly Recognition[], known: readonly Known[]): void => {
  const taken = new Set(ids);
  for (const sign of signs) {
    const free = new Map<string, string[]>();
    for (const one of known) if (!taken.has(one.id)) free.set(one[sign], [...(free.get(one[sign]) ?? []), one.id]);
    questions.forEach((question, index) => {
      if (ids[index] !== undefined) return;
      const found = free.get(question[sign])?.shift();
      ids[index] = found;
      if (found !== undefined) taken.add(found);
    });
  }
};

/**
 * The ids of a version's questions: those that the author wrote, then those of the questions of the version before that are recognized,
 * then generated ones, the same for the same content.
 */
export const questionIds = (questions: readonly Recognition[], before: readonly Known[] = []): readonly string[] => {
  const ids = questions.map(({ id }) => id);
  recognize(ids, questions, before);
  const taken = new Set([...ids, ...before.map(({ id }) => id)]);
  const free = new Map<string, number>();
  return questions.map(({ content }, index) => {
    const given = ids[index];
    if (given !== undefined) return given;
    let number = free.get(content) ?? 1;
    while (taken.has(generated(content, number))) number += 1;
    // Nothing below it becomes free again: a thousand equal questions are not compared with each other.
    free.set(content, number + 1);
    taken.add(generated(content, number));
    return generated(content, number);
  });
};

/**
 * The ids under which a later version has these questions: by their own id, and where that was generated and is gone, because the author
 * has written another since, by their content. The others keep theirs.
 */
export const idsInLater = (questions: readonly Known[], later: readonly Known[]): readonly string[] => {
  const there = new Set(later.map(({ id }) => id));
  const ids = questions.map(({ id }) => (there.has(id) || !generatedPattern.test(id) ? id : undefined));
  recognize(ids, questions, later);
  return questions.map(({ id }, index) => ids[index] ?? id);
};
