import type { CodeSubmission, ProgramsReport } from '@assay/domain';
import { someReport } from './candidate-reports.ts';

/** A program with a case that is accepted and one that is not. */
export const someSubmission = (over: Partial<CodeSubmission> = {}): CodeSubmission => ({
  questionId: 1,
  prompt: '# Print the sum.',
  status: 'graded',
  language: 'python',
  source: 'a, b = map(int, input().split())\nprint(3)  # not yet\n',
  engine: 'embedded',
  version: '3.11.3',
  limits: { seconds: 1, memory: 128, from: { seconds: 'solution', memory: 'default' } },
  cases: [
    { name: '1', verdict: 'accepted', seconds: 0.01, memory: 11.2, weight: 1, sample: true },
    {
      name: 'large',
      verdict: 'wrong-answer',
      seconds: 0.02,
      memory: null,
      weight: 3,
      sample: false,
      difference: { unit: 'token', place: 1, line: 1, expected: '4', actual: '3' },
    },
  ],
  marks: 10,
  score: 2.5,
  outcome: 'partial',
  rounds: [
    { round: 1, testVersion: 1, gradedAt: '2026-02-23T12:00:00.000Z', verdicts: { 'wrong-answer': 2 } },
    { round: 2, testVersion: 2, gradedAt: '2026-02-23T13:00:00.000Z', verdicts: { accepted: 1, 'wrong-answer': 1 } },
  ],
  typing: { edits: 3, typed: 20, pasted: 7, pastes: 1, firstAt: null, lastAt: null },
  ...over,
});

export const somePrograms = (submissions: readonly CodeSubmission[], over: Partial<ProgramsReport> = {}): ProgramsReport => ({
  ...someReport(),
  attempt: 2,
  questions: submissions.length,
  submissions: async function* () {
    yield* submissions;
  },
  ...over,
});
