import type { Section } from '../assessment/test-file.ts';
import { type ScreenTimes, secondsShown } from '../attempt/screen-time.ts';
import { decimal, sum, zero } from '../decimal.ts';
import type { ReportContent } from './report-content.ts';

/** The fields that later versions of API v2 have for a section. */
export const sectionCounts = ({ duration, questions: asked }: Section, graded: ReportContent['questions'], times: ScreenTimes) => {
  const ids = new Set(asked.map(({ questionId }) => questionId));
  const questions = graded.filter(({ questionId }) => ids.has(questionId));
  const blank = questions.filter(({ outcome }) => outcome === 'blank').length;
  const right = questions.filter(({ outcome }) => outcome === 'right').length;
  const answered = questions.length - blank;
  return {
    noOfQuestionsInSection: questions.length,
    noOfAnsweredQuestions: answered,
    noOfNotAnsweredQuestions: blank,
    // Each question can be seen by everybody, so one without an answer was skipped.
    noOfSkippedQuestions: blank,
    noOfCorrectQuestions: right,
    noOfWrongQuestions: answered - right,
    // At most two decimals, which a JSON number carries exactly.
    negativeMarks: Number(
      sum(questions.map(({ score }) => decimal(score)).filter((score) => score.lt(0)))
        .times(-1)
        .plus(zero),
    ),
    sectionTime: duration === 0 ? null : duration * 60,
    candidateTimeTaken: secondsShown(times, [...ids]),
  };
};
