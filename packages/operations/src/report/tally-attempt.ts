import { addAttempt, parseVisits, type ReportContent, screenTimes, type TestTally, type WindowEvent } from '@assay/domain';

/** An attempt as it is stored, which a thread can be sent: JSON is parsed where it is counted. */
export type StoredAttempt = {
  readonly version: number;
  readonly score: string;
  readonly totalScore: string;
  readonly content: string;
  /** Of the choice questions: their number, and the answer. */
  readonly answers: readonly (readonly [questionId: number, answer: string])[];
  readonly visits: string;
  readonly events: readonly WindowEvent[];
  readonly startedAt: number;
  readonly completedAt: number;
};

const optionsIn = (answer: string): readonly string[] => {
  const value: unknown = JSON.parse(answer);
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
};

/** The cast holds because only a report's own write makes a content. */
const contentOf = (text: string): ReportContent => JSON.parse(text) as ReportContent;

export const tallyAttempt = (tally: TestTally, { content, answers, visits, ...attempt }: StoredAttempt): void =>
  addAttempt(tally, {
    ...attempt,
    content: contentOf(content),
    chosen: new Map(answers.map(([questionId, answer]) => [questionId, optionsIn(answer)])),
    shown: screenTimes({ ...attempt, ...parseVisits(visits) }),
  });
