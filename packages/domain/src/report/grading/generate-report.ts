import type { StoredDefinition } from '../../assessment/test-file.ts';
import type { Answer } from '../../attempt/answer.ts';
import type { WindowEvent } from '../../attempt/window-events.ts';
import { windowViolations } from '../../attempt/window-violations.ts';
import { isCodeAnswer } from '../../coding/check-code.ts';
import type { Verdict } from '../../coding/verdicts.ts';
import type { GradedText } from '../../questions/text/grade-text.ts';
import type { ReportFigures } from '../figures.ts';
import type { ProgramSummary, ReportContent } from '../report-content.ts';
import { gradeAttempt } from '../scoring.ts';

/** What a report is graded from, and nothing else. */
export type CompletedAttempt = {
  readonly definition: StoredDefinition;
  readonly answers: ReadonlyMap<number, Answer>;
  /** Of each question that was answered with a program. */
  readonly verdicts: ReadonlyMap<number, readonly Verdict[]>;
  /** Scores of the answers that people graded. */
  readonly reviewed: ReadonlyMap<number, string>;
  /** Questions whose answers arrived after the deadline and count. */
  readonly late: ReadonlySet<number>;
  readonly events: readonly WindowEvent[];
  readonly completedAt: number;
  /** Version of the rules. */
  readonly grader: number;
  /** Text answers that were compared with their keys in parts (`gradeTexts`); others are compared at once. */
  readonly texts?: ReadonlyMap<number, GradedText>;
};

/** Of a question that was answered with a program. */
const programOf = ({ answers, verdicts }: CompletedAttempt, questionId: number): { readonly program?: ProgramSummary } => {
  const [answer, found] = [answers.get(questionId), verdicts.get(questionId)];
  if (found === undefined || !isCodeAnswer(answer)) return {};
  const accepted = found.filter((verdict) => verdict === 'accepted').length;
  return { program: { language: answer.language, accepted, cases: found.length } };
};

export type GeneratedReport = { readonly figures: ReportFigures; readonly content: ReportContent };

/** Grades an attempt and counts its window violations; the result is stored. */
export const generateReport = (attempt: CompletedAttempt): GeneratedReport => {
  const { late } = attempt;
  const { grader, sections, questions, score, totalScore, passPercent, testResult } = gradeAttempt(
    attempt.definition,
    attempt.answers,
    attempt.verdicts,
    attempt.reviewed,
    attempt.grader,
    attempt.texts,
  );
  // In the order in which they are read again: bundles and regrades compare the bytes.
  return {
    figures: {
      score,
      totalScore,
      passPercent,
      testResult,
      ...windowViolations(attempt.events, attempt.completedAt),
      lateAnswers: late.size,
    },
    content: {
      grader,
      sections,
      questions: questions.map(({ void: voided, ...one }) => ({
        ...one,
        ...(late.has(one.questionId) ? { late: true } : {}),
        ...programOf(attempt, one.questionId),
        ...(voided === undefined ? {} : { void: voided }),
      })),
    },
  };
};
