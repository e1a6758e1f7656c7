import {
  type Answer,
  addAttempt,
  type CorrectedKey,
  makeMoved,
  parseVisits,
  type ReportContent,
  type ReportFigures,
  screenTimes,
  shownContent,
  type TestTally,
  versionKey,
  type WindowEvent,
} from '@assay/domain';
import type { testTallies } from '@assay/store';

/** Attempts as they are stored, which a thread can be sent: JSON is parsed where it is counted. */
export type Batch = {
  readonly reports: readonly testTallies.ReportToCount[];
  /** By `versionKey`. */
  readonly papers: ReadonlyMap<string, CountedPaper>;
};

/** What is counted with a version and the keys of another one: its choice questions, and those whose key was corrected since. */
export type CountedPaper = { readonly choices: readonly number[]; readonly corrected: readonly CorrectedKey[] };

/** The casts hold because only our own writes make what is stored. */
const contentOf = (text: string): ReportContent => shownContent(JSON.parse(text) as ReportContent);
const figuresOf = (text: string) => JSON.parse(text) as ReportFigures;
const answersOf = (text: string) => JSON.parse(`{${text}}`) as Readonly<Record<number, Answer>>;
const eventsOf = (text: string) => JSON.parse(`[${text}]`) as readonly (readonly [WindowEvent['type'], number])[];

const optionsIn = (answer: Answer | undefined): readonly string[] => {
  if (typeof answer === 'string') return [answer];
  return Array.isArray(answer) ? answer : [];
};

type Moved = ReturnType<typeof makeMoved>;

const tallyAttempt = (tally: TestTally, report: testTallies.ReportToCount, { choices, corrected }: CountedPaper, moved: Moved): void => {
  const { version, keyVersion, startedAt, completedAt } = report;
  const { score, totalScore } = figuresOf(report.figures);
  const { visits, isCut } = parseVisits(report.visits ?? '');
  const answers = answersOf(report.answers ?? '');
  addAttempt(tally, {
    version,
    keyVersion,
    score,
    totalScore,
    content: contentOf(report.content),
    chosen: new Map(choices.map((questionId) => [questionId, optionsIn(answers[questionId])])),
    moved: new Set(corrected.flatMap((key) => (moved(key, answers[key.before.questionId] ?? null) ? [key.before.questionId] : []))),
    shown: screenTimes({
      visits,
      isCut,
      events: eventsOf(report.events ?? '').map(([type, at]) => ({ type, at })),
      startedAt,
      completedAt,
    }),
  });
};

/** Adds batches to a tally. */
export const makeTallier = (tally: TestTally): ((batch: Batch) => void) => {
  const byPaper = new Map<string, Moved>();
  return ({ reports, papers }) => {
    for (const report of reports) {
      const name = versionKey(report);
      const paper = papers.get(name);
      if (paper === undefined) throw new Error(`version ${name} was not sent with its attempts`);
      const moved = byPaper.get(name) ?? makeMoved();
      byPaper.set(name, moved);
      tallyAttempt(tally, report, paper, moved);
    }
  };
};
