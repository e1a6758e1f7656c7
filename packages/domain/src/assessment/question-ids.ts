import { type FileQuestion, kindOf, type StoredQuestion } from '../questions/kinds.ts';
import { digitsOfHash, hashOf } from './hash.ts';

/** What a question is recognised by in another version of its test: hashes of what candidates read. `id` is absent if nobody gave one. */
export type Recognition = { readonly id?: string | undefined; readonly content: string; readonly prompt: string };

export const recognitionOf = (question: (FileQuestion | StoredQuestion) & { readonly id?: string | undefined }): Recognition => {
  const { id, kind, prompt } = question;
  return {
    id,
    content: hashOf(JSON.stringify([kind, prompt, ...kindOf(question).texts(question)])),
    prompt: hashOf(JSON.stringify([kind, prompt])),
  };
};

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
