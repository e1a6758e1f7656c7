import { match } from 'ts-pattern';
import type { StoredDefinition, StoredQuestion } from '../assessment/test-file.ts';
import type { Answer } from '../attempt/answer.ts';
import { gradeCode } from '../coding/code-marks.ts';
import type { Verdict } from '../coding/verdicts.ts';
import { type Decimal, decimal, formatDecimal, roundScore, sum, zero } from '../decimal.ts';
import type { ReportFigures } from './figures.ts';
import { type GradedText, gradeText, toEnd } from './graded-texts.ts';
import { type GraderRules, graderVersion, rulesOf } from './grader.ts';
import { outcomeOf } from './outcome.ts';
import { reaches, testResultOf } from './pass-mark.ts';
import type { ReportContent } from './report-content.ts';
import type { QuestionOutcome } from './report-status.ts';

type Grade = { readonly outcome: QuestionOutcome; readonly score: Decimal };

const rightOrWrong = (question: StoredQuestion, right: boolean): Grade =>
  right ? { outcome: 'right', score: roundScore(decimal(question.marks)) } : wrong(question);

const wrong = (question: StoredQuestion): Grade => ({ outcome: 'wrong', score: roundScore(zero.minus(question.penalty)) });

/** Each right pick earns its share of the marks, each wrong pick subtracts one, never below zero; without a right pick the penalty applies. */
const gradePicks = (
  question: StoredQuestion & { options: readonly { optionId: string; correct: boolean }[] },
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

const answerOfAnotherKind = ({ questionId, kind }: StoredQuestion): never => {
  throw new Error(`question ${questionId} (${kind}) has an answer of another kind`);
};

/** A void question is right for everybody, or counts for nobody: then only its outcome is by the answer. */
const gradeVoid = (question: StoredQuestion, grade: Grade): Grade =>
  question.void === undefined ? grade : question.void === 'full-marks' ? rightOrWrong(question, true) : { ...grade, score: zero };

const roundedMarks = (question: StoredQuestion): Decimal => (question.void === 'not-counted' ? zero : roundScore(decimal(question.marks)));

/** How an answer that is no choice or number is graded: what its cases or its graders came to, and by which rules. */
type By = {
  readonly verdicts?: readonly Verdict[] | undefined;
  readonly reviewed?: string | undefined;
  /** A text that was compared with the key before, in parts. */
  readonly text?: GradedText | undefined;
  readonly grader?: number;
};

/**
 * Grades an answer that passed `checkAnswer`. Unanswered is 0; a score rounds half-even to two decimals. A program is graded by the
 * verdicts of its cases, in their order; what people grade has the score that its review came to.
 */
export const gradeQuestion = (question: StoredQuestion, answer: Answer, by: By = {}): Grade => {
  const { grader = graderVersion } = by;
  const rules = rulesOf(grader);
  const grade = gradeVoid(question, gradeByKey(question, answer, rules, { ...by, grader }));
  return { score: grade.score, outcome: rules.outcome({ marks: roundedMarks(question), ...grade }) };
};

const gradeByKey = (
  question: StoredQuestion,
  answer: Answer,
  rules: GraderRules,
  { verdicts = [], reviewed, text: compared, grader }: By & { readonly grader: number },
): Grade => {
  if (rules.isBlank(answer)) return { outcome: 'blank', score: zero };
  return match(question)
    .returnType<Grade>()
    .with({ kind: 'single-choice' }, (single) =>
      typeof answer === 'string'
        ? rightOrWrong(
            single,
            single.options.some((one) => one.correct && one.optionId === answer),
          )
        : answerOfAnotherKind(single),
    )
    .with({ kind: 'multiple-choice' }, (multiple) => (Array.isArray(answer) ? gradePicks(multiple, answer) : answerOfAnotherKind(multiple)))
    .with({ kind: 'numeric' }, (numeric) =>
      typeof answer === 'number'
        ? rightOrWrong(numeric, decimal(answer).minus(numeric.answer).abs().lte(numeric.tolerance))
        : answerOfAnotherKind(numeric),
    )
    .with({ kind: 'text' }, (text) => {
      if (typeof answer !== 'string') return answerOfAnotherKind(text);
      return rightOrWrong(text, (compared ?? toEnd(gradeText(text, answer, grader))).right);
    })
    .with({ kind: 'coding' }, { kind: 'sql' }, (code) => {
      const grade = gradeCode(code, code, verdicts);
      if (grade.outcome === 'undecided') throw new Error(`question ${code.questionId} has a case that was not run`);
      return grade;
    })
    .with({ kind: 'essay' }, { kind: 'file' }, ({ questionId, marks, void: voided }) => {
      // Nobody need grade what has no score of its own.
      if (reviewed === undefined && voided !== undefined) return { outcome: 'wrong', score: zero };
      if (reviewed === undefined) throw new Error(`question ${questionId} has an answer that nobody graded`);
      return { outcome: outcomeOf({ marks: roundScore(decimal(marks)), score: reviewed, outcome: 'wrong' }), score: decimal(reviewed) };
    })
    .exhaustive();
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
