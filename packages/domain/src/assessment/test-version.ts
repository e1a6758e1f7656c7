import { idsInLater, questionIds, type Recognition, recognitionOf } from './question-ids.ts';
import { defineStored, questionsOf, type StoredDefinition, type TestDefinition, type TestFile } from './test-file.ts';

/** A version with the ids of its questions. */
export const identify = (test: StoredDefinition, ids: readonly string[]): TestDefinition => {
  return {
    ...test,
    sections: test.sections.map((section) => ({
      ...section,
      questions: section.questions.map((question) => {
        const id = ids[question.questionId - 1];
        if (id === undefined) throw new Error(`question ${question.questionId} has no id`);
        return { ...question, id };
      }),
    })),
  };
};

type Known = Recognition & { readonly id: string };

/** Versions stay in memory, and what the questions of a large one are recognized by takes 100 ms. */
const recognized = new WeakMap<object, Known>();

const knownOf = (question: TestDefinition['sections'][number]['questions'][number]): Known => {
  const known = recognized.get(question) ?? { ...recognitionOf(question), id: question.id };
  recognized.set(question, known);
  return known;
};

const known = (test: TestDefinition) => questionsOf(test).map(knownOf);

/** Prepares what `idsAfter` compares with, and gives way after each question. */
export const recognizeInParts = function* (before: TestDefinition): Generator<void, void> {
  for (const question of questionsOf(before)) {
    knownOf(question);
    yield;
  }
};

/** The ids of a file's questions: as the version after `before`, or as the first one. */
export const idsAfter = (questions: readonly Recognition[], before: TestDefinition | undefined): readonly string[] =>
  questionIds(questions, before === undefined ? [] : known(before));

/** What the questions of a file are recognized by in other versions, in the order of the paper. Gives way after each. */
export const recognitionsInParts = function* (file: TestFile): Generator<void, readonly Recognition[]> {
  const recognitions: Recognition[] = [];
  for (const { questions } of file.sections)
    for (const question of questions) {
      recognitions.push(recognitionOf(question));
      yield;
    }
  return recognitions;
};

export const recognitionsOf = (file: TestFile): readonly Recognition[] =>
  file.sections.flatMap(({ questions }) => questions.map(recognitionOf));

/** A file as the version after `before`, or as the first one. */
export const defineTest = (file: TestFile, before?: TestDefinition): TestDefinition =>
  identify(defineStored(file), idsAfter(recognitionsOf(file), before));

/**
 * The ids under which a later version has the questions of this one, by `questionId` of this one: what is joined over versions (answers,
 * statistics, a regrade) is joined by them.
 */
export const idsAcross = (version: TestDefinition, later: TestDefinition): ReadonlyMap<number, string> => {
  const ids = idsInLater(known(version), known(later));
  return new Map(questionsOf(version).map(({ questionId, id }, index) => [questionId, ids[index] ?? id]));
};
