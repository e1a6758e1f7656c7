import {
  type CandidateReport,
  markedOutcome,
  type Question,
  questionsOf,
  type ReportContent,
  type Signal,
  signalsOf,
  timesOutside,
  wordsOf,
} from '@assay/domain';
import { answers, type Db, reports, windowEvents } from '@assay/store';
import type { Assay } from '../support/context.ts';
import { readSameWrong } from './read-same-wrong.ts';
import { readScreenTimes } from './screen-times.ts';

type Key = { readonly accountId: number; readonly invitationId: number; readonly attempt: number };
type Timed = Key & { readonly startedAt: number; readonly completedAt: number };

/** How the answers of an attempt came about, without what they say. */
export const readRecorded = async (db: Db, attempted: Timed) => {
  const events = await windowEvents.list(db, attempted);
  return {
    events,
    histories: await answers.listHistories(db, attempted),
    shown: await readScreenTimes(db, attempted, events),
  };
};

type Recorded = Timed &
  Awaited<ReturnType<typeof readRecorded>> & {
    readonly questions: readonly Question[];
    /** Null until the report is generated. */
    readonly content: ReportContent | null;
  };

/** What stands out in an attempt by what was recorded of it. */
export const recordedSignals = ({ startedAt, completedAt, events, histories, shown, questions, content }: Recorded): Signal[] => {
  const graded = new Map(content?.questions.map((one) => [one.questionId, one]));
  const outcomeIn = ({ questionId }: Question) => {
    const one = graded.get(questionId);
    return one === undefined ? null : markedOutcome(one);
  };
  return signalsOf({
    questions: questions.map((question) => ({
      questionId: question.questionId,
      words: wordsOf(question),
      outcome: outcomeIn(question),
      shownMs: shown.get(question.questionId)?.milliseconds ?? undefined,
      changes: (histories.get(question.questionId) ?? []).flatMap(({ at, size }) => (size === 0 ? [] : [at])),
    })),
    outside: timesOutside(events, completedAt).map(({ from, to }) => ({ from: from - startedAt, to: to - startedAt })),
  });
};

/** The signals of an attempt for its report, which people read who may not see the answers: in numbers, and nothing else. */
export const readRemarks = async (assay: Assay, db: Db, key: Key): Promise<CandidateReport['remarks']> => {
  const report = await reports.find(db, key);
  if (report === undefined) return [];
  const { test_id: testId, version, started_at: startedAt, completed_at: completedAt, content } = report;
  const { definition } = await assay.testVersions.load(db, { accountId: key.accountId, testId, version });
  const attempted = { ...key, startedAt, completedAt };
  const recorded = await readRecorded(db, attempted);
  const signals = [
    ...recordedSignals({ ...recorded, ...attempted, questions: questionsOf(definition), content }),
    ...(await readSameWrong(assay, db, report)),
  ];
  return signals.map(({ kind, text, figures }) => ({ kind, text, figures }));
};
