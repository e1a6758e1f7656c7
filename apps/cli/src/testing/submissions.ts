import type { CodeSubmission } from '@assay/domain';
import { exampleItem } from '@assay/testing';

/** A program with an accepted and a wrong case, graded twice. */
export const codeSubmission = (change: Partial<CodeSubmission> = {}): CodeSubmission =>
  exampleItem('listSubmissions', 'submissions', {
    ...{ questionId: 1, prompt: 'Print the sum.', language: 'python', version: '3.11.3' },
    source: '# Adds \u001b[31m two numbers\nprint(3)\n',
    limits: { seconds: 1, memory: 128, from: { seconds: 'solution', memory: 'default' } },
    cases: [
      { name: '1', verdict: 'accepted', seconds: 0.01, memory: 12, weight: 1, sample: true },
      {
        ...{ name: 'large', verdict: 'wrong-answer', seconds: 0.02, memory: null, weight: 3, sample: false },
        difference: { unit: 'token', place: 1, line: 1, expected: '4', actual: '3' },
      },
    ],
    ...{ marks: 10, score: 2.5, outcome: 'partial' },
    rounds: [
      { round: 1, testVersion: 1, gradedAt: '2026-11-22T10:00:00.000Z', verdicts: { 'wrong-answer': 2 } },
      { round: 2, testVersion: 2, gradedAt: '2026-11-22T11:00:00.000Z', verdicts: { accepted: 1, 'wrong-answer': 1 } },
    ],
    typing: { edits: 3, typed: 20, pasted: 7, pastes: 1, firstAt: '2026-11-22T09:00:00.000Z', lastAt: '2026-11-22T09:10:00.000Z' },
    ...change,
  });
