import { codeQuestionsOf, type TakeQuestion, takeQuestion } from '@assay/domain';
import type { Assay } from '../support/context.ts';
import { lastKnownOffers } from '../support/last-known-offers.ts';
import type { LoadedVersion } from '../support/test-versions.ts';

/** The questions of a test as candidates see them. */
export const takeQuestions = (
  { runner }: Pick<Assay, 'runner'>,
  { definition, runLimits }: Pick<LoadedVersion, 'definition' | 'runLimits'>,
): TakeQuestion[] => {
  const offers = codeQuestionsOf(definition).length === 0 ? [] : lastKnownOffers(runner);
  return definition.sections.flatMap((section, index) =>
    section.questions.map((question) => takeQuestion(question, index, { limits: runLimits[question.questionId], offers })),
  );
};
