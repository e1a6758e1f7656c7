import type { Section } from '../assessment/test-file.ts';
import { type ScreenTimes, secondsShown } from '../attempt/screen-time.ts';
import { decimal, sum, zero } from '../decimal.ts';
import type { ReportContent } from './report-content.ts';
import { countOutcomes } from './words/outcome-counts.ts';

/** The fields that later versions of API v2 have for a section. A void question is in none of the counts; one that is partly right only among those answered. */
export const sectionCounts = ({ duration, questions: asked }: Section, graded: ReportContent['questions'], times: ScreenTimes) => {
  const ids = new Set(asked.map(({ questionId }) => questionId));
  const questions = graded.filter(({ questionId }) => ids.has(questionId));
  const { right, partial, wrong, blank } = countOutcomes(questions);
  const answered = right + partial + wrong;
  return {
    noOfQuestionsInSection: answered + blank,
    noOfAnsweredQuestions: answered,
    noOfNotAnsweredQuestions: blank,
    // Each question can be seen by everybody, so one without an answer was skipped.
    noOfSkippedQuestions: blank,
    noOfCorrectQuestions: right,
    noOfWrongQuestions: wrong,
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
