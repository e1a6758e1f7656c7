import { isCodeQuestion, type Question, type RunLimitsOfTest, type TakeQuestion } from '@assay/domain';
import type { LoadedVersion } from '../support/test-versions.ts';
import { takeCode } from './take-code.ts';

/** Picks what a candidate may see, field by field, so that a new field of the key is never sent. */
const takeQuestion = (question: Question, section: number, runLimits: RunLimitsOfTest): TakeQuestion => ({
  questionId: question.questionId,
  section,
  kind: question.kind,
  prompt: question.prompt,
  marks: question.marks,
  penalty: question.penalty,
  ...('options' in question ? { options: question.options.map(({ optionId, text }) => ({ optionId, text })) } : {}),
  ...(isCodeQuestion(question) ? { code: takeCode(question, runLimits) } : {}),
});

/** The questions of a test as candidates see them. */
export const takeQuestions = ({ definition, runLimits }: Pick<LoadedVersion, 'definition' | 'runLimits'>): TakeQuestion[] =>
  definition.sections.flatMap((section, index) => section.questions.map((question) => takeQuestion(question, index, runLimits)));
