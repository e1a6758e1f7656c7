import { match, P } from 'ts-pattern';
import type { Question, TestDefinition } from '../assessment/test-file.ts';
import { type Answer, isBlank } from '../attempt/answer.ts';
import { type Decimal, decimal, formatDecimal, roundScore, sum, zero } from '../decimal.ts';

export type Outcome = 'right' | 'partial' | 'wrong' | 'blank';
type Grade = { readonly outcome: Outcome; readonly score: Decimal };

/** Without regard to case (ß and SS meet), Unicode form, and outer or repeated white space. */
const foldText = (text: string): string => text.normalize('NFC').trim().replace(/\s+/gu, ' ').toUpperCase().toLowerCase().normalize('NFC');

const rightOrWrong = (question: Question, right: boolean): Grade =>
  right ? { outcome: 'right', score: roundScore(decimal(question.marks)) } : wrong(question);

const wrong = (question: Question): Grade => ({ outcome: 'wrong', score: roundScore(zero.minus(question.penalty)) });

/** Each right pick earns its share of the marks, each wrong one takes a share away, never below zero; nothing right costs the penalty. */
const gradePicks = (
  question: Question & { options: readonly { optionId: string; correct: boolean }[] },
  picked: readonly string[],
): Grade => {
  const correct = question.options.filter((one) => one.correct).map((one) => one.optionId);
  const rightPicks = picked.filter((optionId) => correct.includes(optionId)).length;
  const wrongPicks = picked.length - rightPicks;
  if (rightPicks === 0) return wrong(question);
  if (rightPicks === correct.length && wrongPicks === 0) return rightOrWrong(question, true);
  const shares = Math.max(0, rightPicks - wrongPicks);
  return { outcome: 'partial', score: decimal(question.marks).times(shares).div(correct.length) };
};

/** An answer that `checkAnswer` let through, graded. Unanswered is 0; a score rounds half-even to two decimals. */
export const gradeQuestion = (question: Question, answer: Answer): Grade =>
  match([question, answer] as const)
    .returnType<Grade>()
    .with([P._, P.when(isBlank)], () => ({ outcome: 'blank', score: zero }))
    .with([{ kind: 'single-choice' }, P.string], ([asked, picked]) =>
      rightOrWrong(
        asked,
        asked.options.some((one) => one.correct && one.optionId === picked),
      ),
    )
    .with([{ kind: 'multiple-choice' }, P.array(P.string)], ([asked, picked]) => gradePicks(asked, picked))
    .with([{ kind: 'numeric' }, P.number], ([asked, value]) =>
      rightOrWrong(asked, decimal(value).minus(asked.answer).abs().lte(asked.tolerance)),
    )
    .with([{ kind: 'text' }, P.string], ([asked, value]) =>
      rightOrWrong(
        asked,
        asked.answers.some((accepted) => foldText(accepted) === foldText(value)),
      ),
    )
    .otherwise(() => {
      throw new Error(`question ${question.questionId} (${question.kind}) has an answer of another kind`);
    });

/** A graded attempt. Scores are exact decimals in text (`-0.5`), ready for the wire. */
export type GradedAttempt = {
  readonly totalScore: string;
  readonly score: string;
  readonly sections: readonly { readonly sectionName: string; readonly sectionScore: string; readonly candidateScore: string }[];
  readonly questions: readonly { readonly questionId: number; readonly marks: string; readonly score: string; readonly outcome: Outcome }[];
};

const roundedMarks = (question: Question): Decimal => roundScore(decimal(question.marks));

/** Marks of a question as they count: rounded half-even to two decimals. */
export const marksOf = (question: Question): string => formatDecimal(roundedMarks(question));

/** Maximum score of a test, exact. */
export const totalScoreOf = (test: TestDefinition): string =>
  formatDecimal(sum(test.sections.flatMap((section) => section.questions.map(roundedMarks))));

export const gradeAttempt = (test: TestDefinition, answers: ReadonlyMap<number, Answer>): GradedAttempt => {
  const sections = test.sections.map((section) => {
    const graded = section.questions.map((question) => ({
      question,
      ...gradeQuestion(question, answers.get(question.questionId) ?? null),
    }));
    return { section, graded, marks: sum(section.questions.map(roundedMarks)), score: sum(graded.map((one) => one.score)) };
  });
  return {
    totalScore: formatDecimal(sum(sections.map((one) => one.marks))),
    score: formatDecimal(sum(sections.map((one) => one.score))),
    sections: sections.map((one) => ({
      sectionName: one.section.name,
      sectionScore: formatDecimal(one.marks),
      candidateScore: formatDecimal(one.score),
    })),
    questions: sections.flatMap((one) =>
      one.graded.map(({ question, outcome, score }) => ({
        questionId: question.questionId,
        marks: marksOf(question),
        score: formatDecimal(score),
        outcome,
      })),
    ),
  };
};
