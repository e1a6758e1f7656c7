import { codeQuestionsOf, isCodeQuestion, type Question, type TakeQuestion } from '@assay/domain';
import type { Assay } from '../support/context.ts';
import { lastKnownOffers } from '../support/last-known-offers.ts';
import type { LoadedVersion } from '../support/test-versions.ts';
import { takeCode } from './take-code.ts';

/** Picks what a candidate may see, field by field, so that a new field of the key is never sent. */
const takeQuestion = (question: Question, section: number): Omit<TakeQuestion, 'code'> => ({
  questionId: question.questionId,
  section,
  kind: question.kind,
  prompt: question.prompt,
  marks: question.marks,
  penalty: question.penalty,
  ...(question.kind === 'essay' ? { words: question.words } : {}),
  ...(question.kind === 'file' ? { file: { accept: [...question.accept], maxBytes: question.maxBytes } } : {}),
  ...('options' in question ? { options: question.options.map(({ optionId, text }) => ({ optionId, text })) } : {}),
});

/** The questions of a test as candidates see them. */
export const takeQuestions = (
  { runner }: Pick<Assay, 'runner'>,
  { definition, runLimits }: Pick<LoadedVersion, 'definition' | 'runLimits'>,
): TakeQuestion[] => {
  const offers = codeQuestionsOf(definition).length === 0 ? [] : lastKnownOffers(runner);
  return definition.sections.flatMap((section, index) =>
    section.questions.map((question) => ({
      ...takeQuestion(question, index),
      ...(isCodeQuestion(question) ? { code: takeCode(question, runLimits, offers) } : {}),
    })),
  );
};
