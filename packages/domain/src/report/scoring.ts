import type { StoredDefinition } from '../assessment/test-file.ts';
import type { Answer } from '../attempt/answer.ts';
import type { Verdict } from '../coding/verdicts.ts';
import { type Decimal, decimal, formatDecimal, roundScore, sum, zero } from '../decimal.ts';
import { type Grade, right } from '../questions/grade.ts';
import type { By } from '../questions/kind.ts';
import { kindOf, type StoredQuestion } from '../questions/kinds.ts';
import type { GradedText } from '../questions/text/grade-text.ts';
import type { ReportFigures } from './figures.ts';
import { graderVersion, rulesOf } from './grading/grader.ts';
import { reaches, testResultOf } from './grading/pass-mark.ts';
import type { ReportContent } from './report-content.ts';

/** A void question is right for everybody, or counts for nobody: then only its outcome is by the answer. */
const gradeVoid = (question: StoredQuestion, grade: Grade): Grade =>
  question.void === undefined ? grade : question.void === 'full-marks' ? right(question) : { ...grade, score: zero };

const roundedMarks = (question: StoredQuestion): Decimal => (question.void === 'not-counted' ? zero : roundScore(decimal(question.marks)));

/**
 * Grades an answer that passed `checkAnswer`. Unanswered is 0; a score rounds half-even to two decimals. A program is graded by the
 * verdicts of its cases, in their order; what people grade has the score that its review came to.
 */
export const gradeQuestion = (
  question: StoredQuestion,
  answer: Answer,
  { verdicts = [], reviewed, text, grader = graderVersion }: { readonly [Field in keyof By]?: By[Field] | undefined } = {},
): Grade => {
  const rules = rulesOf(grader);
  const kind = kindOf(question);
  const byKind = (): Grade => {
    if (rules.isBlank(answer)) return { outcome: 'blank', score: zero };
    if (!kind.isAnswer(answer)) throw new Error(`question ${question.questionId} (${question.kind}) has an answer of another kind`);
    return kind.grade(question, answer, { verdicts, reviewed, text, grader });
  };
  const grade = gradeVoid(question, byKind());
  return { score: grade.score, outcome: rules.outcome({ marks: roundedMarks(question), ...grade }) };
};

/** A graded attempt. Scores are exact decimals in text (`-0.5`). */
export type GradedAttempt = Pick<ReportFigures, 'score' | 'totalScore' | 'passPercent' | 'testResult'> & ReportContent;

const percentText = (percent: number): string => formatDecimal(decimal(percent));

/** Marks of a question, rounded half-even to two decimals as grading counts them; 0 if it does not count. */
export const marksOf = (question: StoredQuestion): string => formatDecimal(roundedMarks(question));

/** Maximum score of a test, exact. */
export const totalScoreOf = (test: StoredDefinition): string =>
  formatDecimal(sum(test.sections.flatMap((section) => section.questions.map(roundedMarks))));

/** `verdicts`: of each question that was answered with a program. `reviewed`: the scores of answers that people graded. `grader`: the version of the rules. `texts`: answers that were compared before. */
export const gradeAttempt = (
  test: StoredDefinition,
  answers: ReadonlyMap<number, Answer>,
  verdicts: ReadonlyMap<number, readonly Verdict[]> = new Map(),
  reviewed: ReadonlyMap<number, string> = new Map(),
  grader = graderVersion,
  texts: ReadonlyMap<number, GradedText> = new Map(),
): GradedAttempt => {
  const sections = test.sections.map((section) => {
    const graded = section.questions.map((question) => ({
      question,
      ...gradeQuestion(question, answers.get(question.questionId) ?? null, {
        verdicts: verdicts.get(question.questionId),
        reviewed: reviewed.get(question.questionId),
        text: texts.get(question.questionId),
        grader,
      }),
    }));
    const marks = sum(section.questions.map(roundedMarks));
    const score = sum(graded.map((one) => one.score));
    const { passPercent } = section;
    return { section, graded, marks, score, passed: passPercent === undefined ? undefined : reaches(passPercent, score, marks) };
  });
  const [marks, score] = [sum(sections.map((one) => one.marks)), sum(sections.map((one) => one.score))];
  const { passPercent } = test;
  const passed = passPercent === undefined ? undefined : reaches(passPercent, score, marks);
  return {
    grader,
    totalScore: formatDecimal(marks),
    score: formatDecimal(score),
    passPercent: passPercent === undefined ? null : percentText(passPercent),
    testResult: testResultOf([passed, ...sections.map((one) => one.passed)]),
    sections: sections.map(({ section, marks, score, passed }) => ({
      sectionName: section.name,
      sectionScore: formatDecimal(marks),
      candidateScore: formatDecimal(score),
      ...(section.passPercent === undefined || passed === undefined
        ? {}
        : { passPercent: percentText(section.passPercent), result: passed ? ('Pass' as const) : ('Fail' as const) }),
    })),
    questions: sections.flatMap((one) =>
      one.graded.map(({ question, outcome, score }) => ({
        questionId: question.questionId,
        marks: marksOf(question),
        score: formatDecimal(score),
        outcome,
        ...(question.void === undefined ? {} : { void: question.void }),
      })),
    ),
  };
};
