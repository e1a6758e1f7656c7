import { addAttempt, parseVisits, type ReportContent, screenTimes, type TestTally, type WindowEvent } from '@assay/domain';
import type { testTallies } from '@assay/store';

/** Attempts as they are stored, which a thread can be sent: JSON is parsed where it is counted. */
export type Batch = {
  readonly reports: readonly testTallies.ReportToCount[];
  /** The choice questions of each version. */
  readonly choices: ReadonlyMap<number, readonly number[]>;
};

/** The casts hold because only our own writes make what is stored. */
const contentOf = (text: string): ReportContent => JSON.parse(text) as ReportContent;
const answersOf = (text: string) => JSON.parse(`{${text}}`) as Readonly<Record<number, unknown>>;
const eventsOf = (text: string) => JSON.parse(`[${text}]`) as readonly (readonly [WindowEvent['type'], number])[];

const optionsIn = (answer: unknown): readonly string[] => {
  if (typeof answer === 'string') return [answer];
  return Array.isArray(answer) ? answer.filter((one) => typeof one === 'string') : [];
};

const chosenIn = (text: string, choices: Iterable<number>): ReadonlyMap<number, readonly string[]> => {
  const answers = answersOf(text);
  const chosen = new Map<number, readonly string[]>();
  for (const questionId of choices) chosen.set(questionId, optionsIn(answers[questionId]));
  return chosen;
};

const tallyAttempt = (tally: TestTally, report: testTallies.ReportToCount, choices: readonly number[]): void => {
  const { version, score, totalScore, startedAt, completedAt } = report;
  const { visits, isCut } = parseVisits(report.visits ?? '');
  addAttempt(tally, {
    version,
    score,
    totalScore,
    content: contentOf(report.content),
    chosen: chosenIn(report.answers ?? '', choices),
    shown: screenTimes({
      visits,
      isCut,
      events: eventsOf(report.events ?? '').map(([type, at]) => ({ type, at })),
      startedAt,
      completedAt,
    }),
  });
};

export const tallyBatch = (tally: TestTally, { reports, choices }: Batch): void => {
  for (const report of reports) tallyAttempt(tally, report, choices.get(report.version) ?? []);
};
