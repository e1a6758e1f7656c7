import type { Question, TakeQuestion, TestDefinition } from '@assay/domain';

/** Picks what a candidate may see, field by field, so that a new field of the key is never sent. */
const takeQuestion = (question: Question, section: number): TakeQuestion => ({
  questionId: question.questionId,
  section,
  kind: question.kind,
  prompt: question.prompt,
  marks: question.marks,
  penalty: question.penalty,
  ...('options' in question ? { options: question.options.map(({ optionId, text }) => ({ optionId, text })) } : {}),
});

/** The questions of a test as candidates see them. */
export const takeQuestions = (test: TestDefinition): TakeQuestion[] =>
  test.sections.flatMap((section, index) => section.questions.map((question) => takeQuestion(question, index)));
