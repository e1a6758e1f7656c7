import { questionsOf, type TestDefinition } from '../../assessment/test-file.ts';
import { idsAcross } from '../../assessment/test-version.ts';
import { type CodeQuestion, isCodeQuestion, kindOf, type Question } from '../../questions/kinds.ts';

/**
 * Why a question of an attempt keeps the key of the attempt's version: a later version has none with its id, or candidates read something
 * else there.
 */
export const keptReasons = ['removed', 'kind', 'prompt', 'options'] as const;
export type KeptReason = (typeof keptReasons)[number];

const textsOf = (question: Question): string => kindOf(question).texts(question).toSorted().join('\0');

/** What differs in what candidates read of a question; undefined if nothing does. The order of options does not count. */
export const differenceOf = (asked: Question, later: Question): KeptReason | undefined => {
  if (asked.kind !== later.kind) return 'kind';
  if (asked.prompt !== later.prompt) return 'prompt';
  return textsOf(asked) === textsOf(later) ? undefined : 'options';
};

/** Whether candidates read the same in two versions, and something else was right. Long keys of texts that differ count as other ones. */
export const hasOtherKey = (one: Question, other: Question): boolean => {
  if (one === other || differenceOf(one, other) !== undefined) return false;
  const kind = kindOf(one);
  return kind.gradedBy === 'key' && kind.hasOtherKey(one, other);
};

const worthOf = ({ marks, penalty, void: voided }: Question) => ({ marks, penalty, ...(voided === undefined ? {} : { void: voided }) });

/** A question of an attempt with key, marks, tolerance and void of a later version. The cases of a program come with its rounds. */
const correct = (asked: Question, later: Question): Question => {
  const { void: _, ...unvoided } = asked;
  const { questionId } = asked;
  const kind = kindOf(asked);
  // A person graded it by the rubric that stood there.
  if (kind.gradedBy === 'people') return later.void === undefined ? unvoided : { ...unvoided, void: later.void };
  if (later.void !== undefined || kind.gradedBy === 'program') return { ...unvoided, ...worthOf(later) };
  return { ...kind.withKeyOf(asked, later), id: later.id, questionId };
};

type Kept = { readonly question: Question; readonly reason: KeptReason };

/**
 * The paper of an attempt with the keys of a later version of its test, by the ids of its questions, and which of them keep their own. A
 * question that is void in the later version is void whatever candidates read.
 */
export const withKeysOf = (
  paper: TestDefinition,
  later: TestDefinition,
): { readonly paper: TestDefinition; readonly kept: readonly Kept[] } => {
  const ids = idsAcross(paper, later);
  const byId = new Map(questionsOf(later).map((question) => [question.id, question]));
  const kept: Kept[] = [];
  const correctOne = (question: Question): Question => {
    const there = byId.get(ids.get(question.questionId) ?? question.id);
    const reason = there === undefined ? 'removed' : there.void === undefined ? differenceOf(question, there) : undefined;
    if (there !== undefined && reason === undefined) return correct(question, there);
    kept.push({ question, reason: reason ?? 'removed' });
    return question;
  };
  const sections = paper.sections.map((section) => ({ ...section, questions: section.questions.map(correctOne) }));
  return { paper: { ...paper, sections }, kept };
};

/** The question of a later version whose cases grade a program that was written for this one; undefined if the same is not asked there. */
export const casesFor = (paper: TestDefinition, later: TestDefinition, questionId: number): (CodeQuestion & Question) | undefined => {
  const asked = questionsOf(paper).find((one) => one.questionId === questionId);
  const id = idsAcross(paper, later).get(questionId);
  const there = questionsOf(later).find((one) => one.id === id);
  return asked !== undefined && there !== undefined && isCodeQuestion(there) && differenceOf(asked, there) === undefined
    ? there
    : undefined;
};

export type CorrectedKey = { readonly before: Question; readonly after: Question };

/** The questions of a paper with another key than when it was taken. `graded`: the paper with the keys that grade it. */
export const correctedKeys = (paper: TestDefinition, graded: TestDefinition): readonly CorrectedKey[] => {
  const after = new Map(questionsOf(graded).map((question) => [question.questionId, question]));
  return questionsOf(paper).flatMap((before) => {
    const now = after.get(before.questionId);
    return now !== undefined && now.void === undefined && hasOtherKey(before, now) ? [{ before, after: now }] : [];
  });
};
