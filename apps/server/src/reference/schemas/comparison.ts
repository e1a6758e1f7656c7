import { ComparedCandidate, Comparison } from '@assay/domain';
import { named } from '../named-schema.ts';

export const comparisonSchemas = {
  Comparison: named(Comparison, 'Candidates of one test side by side.', {
    candidates: 'The best first; candidates of one rank in the order of the request.',
  }),
  ComparedCandidate: named(ComparedCandidate, 'A candidate beside others.', {
    rank: 'From 1 for the highest share of the maximum, the same for equal shares; null if nothing of theirs ranks.',
    score: 'Marks of the candidate; may be negative.',
    totalScore: 'Maximum of the test.',
    testVersion: 'Version of the test that the candidate took.',
    percentile:
      'Per cent of all who finished the test that have a lower score, with half of those that have the same; null until twenty have.',
    meanPercent: 'Mean of all who finished the test, in per cent of the maximum; null until twenty have.',
    secondsTaken: 'From start to completion, rounded up.',
    lateAnswers: 'Answers that arrived after the deadline and count.',
    remarks: 'What stands out in how the attempt went, in numbers; no verdicts.',
    sections: 'Marks of each section, in order.',
    questions: 'What came of each question, in order.',
  }),
  ComparedSection: named(ComparedCandidate.shape.sections.element, 'Marks of a section.', {
    candidateScore: 'Marks of the candidate; may be negative.',
    sectionScore: 'Maximum of the section.',
    passPercent: 'Pass mark of the section, in per cent: an exact decimal in text; null without one.',
    result: 'Whether the section reaches its pass mark; null without one.',
    meanPercent: 'Mean of all who finished the test, in per cent of the maximum; null until twenty have.',
  }),
  ComparedResult: named(ComparedCandidate.shape.questions.element, 'What came of a question.', {
    id: 'The question in all versions of the test.',
    number: 'Its position in the version that the candidate took.',
    outcome: 'What came of the answer, by its marks: all is right, some partial, none or less wrong.',
    score: 'Marks of the candidate; may be negative.',
    marks: 'Maximum of the question.',
    void: 'Everybody has the marks of the question, or it counts for nobody; null for any other question.',
  }),
};
