import { questionsOf, type StoredDefinition } from '../assessment/test-file.ts';
import type { Answer } from '../attempt/answer.ts';
import { kindOf, type StoredQuestion } from '../questions/kinds.ts';
import type { GradedText } from '../questions/text/grade-text.ts';
import type { ReportContent } from './report-content.ts';

/** Beyond these, further ones say nothing new. */
const mostWrong = 300;

/** Programs and what people grade are compared in other ways or not at all. */
const comparable = (question: StoredQuestion, answer: Answer, text: GradedText | undefined): string | undefined => {
  const kind = kindOf(question);
  return kind.gradedBy === 'key' && kind.isAnswer(answer) ? kind.comparable(answer, text) : undefined;
};

/** How many questions of a test are of kinds that are compared, without void ones. */
export const countCompared = (definition: StoredDefinition): number =>
  questionsOf(definition).filter((question) => question.void === undefined && kindOf(question).gradedBy === 'key').length;

/**
 * The answers of a graded attempt that are not right, as they are stored beside its report: `3=c,12=abd,20=12.5`. Of a text it is a hash, from `gradeTexts`.
 * Void questions are left out.
 */
export const wrongAnswersOf = (
  definition: StoredDefinition,
  answers: ReadonlyMap<number, Answer>,
  { questions }: Pick<ReportContent, 'questions'>,
  texts: ReadonlyMap<number, GradedText>,
): string => {
  const failed = new Set(
    questions.flatMap(({ questionId, outcome, void: voided }) =>
      voided === undefined && (outcome === 'wrong' || outcome === 'partial') ? [questionId] : [],
    ),
  );
  return questionsOf(definition)
    .flatMap((question) => {
      const { questionId } = question;
      const said = failed.has(questionId) ? comparable(question, answers.get(questionId) ?? null, texts.get(questionId)) : undefined;
      return said === undefined ? [] : [`${question.questionId}=${said}`];
    })
    .slice(0, mostWrong)
    .join(',');
};
