import { GradeBody, Review, ReviewPage, ReviewSummary } from '@assay/domain';
import { named } from '../named-schema.ts';

const criterion = Review.shape.rubric.element;
const grade = Review.shape.grades.element;

const summary = {
  kind: '`essay` or `file`.',
  title: 'First line of the question.',
  file: 'The file, of a question of kind `file`; else null.',
  state: '`waiting` for a grade, `reconcile`: two graders differ, `graded`, or `withdrawn`: nobody need grade it any more.',
  graders: 'How many graders it needs.',
  given: 'How many have graded it.',
  mine: 'Whether the key of this request is one of them.',
  claimedUntil: 'Until when another key keeps it; null if none does.',
  score: 'What it came to, an exact decimal in text; null until it is graded.',
  marks: 'The most that the rubric gives, an exact decimal in text.',
  waitingSince: 'The hour in which the attempt was completed.',
} as const;

export const gradeFields = {
  type: '`grade`, `reconciliation` between two graders, or `correction` after the report.',
  keyName: 'Name of the key; null for the operator.',
  marks: 'For each criterion.',
  score: 'Their sum, an exact decimal in text.',
  comment: 'A remark for the other graders and for those who read answers; null if there is none.',
  reason: 'Why it was corrected; null if it is no correction.',
  at: 'When it was given.',
} as const;

export const reviewsSchemas = {
  ReviewPage: named(ReviewPage, 'A page of answers that people grade.', { reviews: 'The answers.' }),
  ReviewSummary: named(ReviewSummary, 'An answer that people grade, without who gave it.', summary),
  Review: named(Review, 'An answer with its rubric and its grades.', {
    ...summary,
    candidate: 'Whose answer it is; null unless the test file says `blind: false`.',
    answer: 'The text of an essay; empty for a file.',
    words: 'How many words it has.',
    rubric: 'What is graded.',
    reconcile: 'The most that two grades may differ without a decision.',
    grades: 'Grades that this key may see, oldest first.',
  }),
  ReviewedFile: named(ReviewSummary.shape.file.unwrap(), 'A file that people grade.', {
    name: 'The id of the question with an extension; the name that the candidate gave it if the test file says `blind: false`.',
    type: 'What it is by its content.',
    bytes: 'Its size as uploaded, rounded up to 1,000 unless the test file says `blind: false`.',
    sha256: 'SHA-256 of its bytes, in hexadecimal digits; null unless the test file says `blind: false`.',
  }),
  ReviewedCandidate: named(Review.shape.candidate.unwrap(), 'Whose answer it is.'),
  CountedWords: named(Review.shape.words, 'How many words an answer has, and should have.', {
    count: 'Words of the answer.',
    min: 'At least; null without a limit.',
    max: 'At most; null without a limit.',
  }),
  RubricCriterion: named(criterion, 'A criterion of the rubric.', { criterion: 'What it is.', levels: 'Its levels, from the lowest.' }),
  RubricLevel: named(criterion.shape.levels.element, 'A level of a criterion.', { marks: 'What it gives.', text: 'What it means.' }),
  ReviewGrade: named(grade, 'A grade that somebody gave.', {
    ...gradeFields,
    mine: 'Whether the key of this request gave it.',
  }),
  GradeBody: named(GradeBody, 'A grade.', {
    marks: 'For each criterion of the rubric, in its order, the marks of the level that fits.',
    comment: 'A remark for the other graders and for those who read answers.',
    reason: 'Why a generated report is corrected; refused before.',
  }),
};
