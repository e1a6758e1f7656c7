import { casesFor, codeQuestionsOf, engineName, type GradedCode, isCodeAnswer, modeOf, type TestDefinition } from '@assay/domain';
import { answers, type Db, reports, StoreUnavailable } from '@assay/store';
import type { Assay } from '../support/context.ts';
import { engineIn, settingsOf } from '../support/run-settings.ts';
import { NotRun, runSubmission } from '../support/run-submission.ts';
import { type ClaimedGrading, isRegrade } from './claim-gradings.ts';
import { failGrading, finishGrading, postponeGrading, releaseGrading } from './finish-grading.ts';
import { GradingLease } from './grading-lease.ts';

/** The question of the version whose cases are run. It may stand elsewhere in the paper of the attempt, which the grading names. */
const questionOf = async ({ testVersions }: Pick<Assay, 'testVersions'>, db: Db, row: ClaimedGrading, definition: TestDefinition) => {
  const { account_id: accountId, test_id: testId, invitation_id: invitationId, attempt, question_id: questionId } = row;
  const version = (await reports.find(db, { accountId, invitationId, attempt }))?.version ?? row.version;
  if (version === row.version) return codeQuestionsOf(definition).find((one) => one.questionId === questionId);
  return casesFor((await testVersions.load(db, { accountId, testId, version })).definition, definition, questionId);
};

const load = ({ store, testVersions }: Assay, row: ClaimedGrading) =>
  store.read(async (db) => {
    const { account_id: accountId, test_id: testId, invitation_id: invitationId, attempt, question_id: questionId, version } = row;
    const loaded = await testVersions.load(db, { accountId, testId, version });
    const { definition } = loaded;
    const question = await questionOf({ testVersions }, db, row, definition);
    const stored = await answers.list(db, { accountId, invitationId, attempt });
    const answer = stored.find((one) => one.question_id === questionId)?.answer ?? null;
    if (question === undefined || !isCodeAnswer(answer)) throw new Error(`question ${questionId} has no program to grade`);
    return { question, answer, limits: await settingsOf(db, loaded, question, answer.language) };
  });

type Loaded = Awaited<ReturnType<typeof load>>;

/** The engine that runs it: the first that offers its language and what its tasks ask for, of those that it must have. */
const engineOf = async (assay: Assay, { question, answer: { language }, limits }: Loaded) => {
  const mode = modeOf(question);
  const wanted = engineIn(limits);
  const offer = (await assay.runner.offers('at-once')).find(
    (one) => one.language === language && one.modes.includes(mode) && (wanted === undefined || engineName(one.engine) === wanted),
  );
  return { engine: offer?.engine ?? '', version: offer?.version ?? '' };
};

/** Why a grading waits whose engine is not here, and what its operator can do. */
const absent = ({ answer: { language }, limits: { engine, instead } }: Loaded): string =>
  instead === undefined
    ? `the version is pinned to ${language} of the engine ${engine?.name} (${engine?.version}), which is not offered: start it, or choose another one (assay-server engines choose)`
    : `the engine ${instead}, which was chosen for ${language}, is not offered`;

const endedEngine = 'the program ended the engine that ran it';
const mostEnded = 5;

/**
 * Whether a program that ends its engine once more has done so too often to be our failure: the last try ended so too, and the pauses
 * between the tries were long enough for whatever else there was. Otherwise its report would wait for ever.
 */
const isToBlame = ({ failures, last_error }: ClaimedGrading): boolean => failures + 1 >= mostEnded && last_error === endedEngine;

const grade = async (assay: Assay, row: ClaimedGrading, signal: AbortSignal): Promise<GradedCode> => {
  const loaded = await load(assay, row);
  const {
    answer,
    limits: { engine: pinned, instead, ...limits },
  } = loaded;
  const { account_id, invitation_id, attempt, question_id } = row;
  const waits = isRegrade(row) ? 'regrade' : 'grading';
  const owner = { account: String(account_id), attempt: `${invitation_id}/${attempt}/${question_id}`, waits, comesAgain: true } as const;
  const ran = await runSubmission({ runner: assay.runner, owner, signal }, { ...loaded, leavesOut: true }).catch((error: unknown) => {
    const isAbsent = error instanceof NotRun && error.isAbsent && engineIn(loaded.limits) !== undefined;
    throw isAbsent ? new NotRun(error.refused, absent(loaded)) : error;
  });
  const cases = ran.map(({ result, run }) =>
    run.endedEngine && isToBlame(row) ? { ...result, verdict: 'runtime-error' as const } : result,
  );
  const failed = ran[cases.findIndex(({ verdict }) => verdict === 'not-run')];
  if (failed?.run.endedEngine) throw new NotRun('not-run', endedEngine);
  if (failed) throw new NotRun('not-run', `case ${failed.result.name} was not run: ${failed.run.stderr.trim()}`.slice(0, 1000));
  const chosen = instead === undefined || pinned === undefined ? {} : { insteadOf: pinned.name };
  return { language: answer.language, ...(await engineOf(assay, loaded)), ...chosen, limits, cases };
};

export type GradingFailure = {
  readonly accountId: number;
  readonly invitationId: number;
  readonly questionId: number;
  readonly error: unknown;
};

/** `postponed`: the runner's queue is full. `untested`: the engine is in its self-test. `lost`: another worker has the lease, or the process stops. */
export const gradingOutcomes = ['graded', 'failed', 'postponed', 'untested', 'lost'] as const;
export type GradingOutcome = (typeof gradingOutcomes)[number];

type Claimed = {
  readonly assay: Assay;
  readonly claimed: ClaimedGrading;
  /** Ends the program where it runs and gives the lease back. */
  readonly signal: AbortSignal;
  /** Gets a failure, for the log. */
  readonly onFailure: (failure: GradingFailure) => void;
};

/**
 * Runs a claimed submission and writes its verdicts; after a failure of our side it is due again later. Rejects when the database is not
 * available.
 */
export const gradeSubmission = async ({ assay, claimed, signal, onFailure }: Claimed): Promise<GradingOutcome> => {
  const lease = new GradingLease(assay, claimed);
  const { account_id: accountId, invitation_id: invitationId, question_id: questionId } = claimed;
  try {
    const result = await grade(assay, claimed, AbortSignal.any([signal, lease.lost]));
    return (await finishGrading(assay, await lease.end(), result)) ? 'graded' : 'lost';
  } catch (error) {
    const row = await lease.end();
    if (lease.lost.aborted) return 'lost';
    if (signal.aborted) {
      await releaseGrading(assay, row);
      return 'lost';
    }
    // No failure of the grading, whose pauses would outlast it: the lease ends.
    if (error instanceof StoreUnavailable) throw error;
    if (error instanceof NotRun && error.isQueueFull) {
      await postponeGrading(assay, row);
      return 'postponed';
    }
    if (error instanceof NotRun && error.againInMs !== undefined) {
      await postponeGrading(assay, row, error.againInMs);
      return 'untested';
    }
    onFailure({ accountId, invitationId, questionId, error });
    await failGrading(assay, row, error instanceof Error ? error.message : String(error), error instanceof NotRun && error.isAbsent);
    return 'failed';
  }
};
