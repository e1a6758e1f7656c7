import {
  checkAnswer,
  decide,
  err,
  isCodeQuestion,
  ok,
  questionsOf,
  type RunResult,
  recordingBounds,
  refusal,
  takeOperations,
} from '@assay/domain';
import { recordings } from '@assay/store';
import { runSamples, sampleRunsOf } from '../assessment/sample-runs.ts';
import type { CodeRunner } from '../support/context.ts';
import { stateOf } from '../support/invitation-state.ts';
import { requireLeft } from '../support/quotas.ts';
import { reserveRecords } from '../support/recording.ts';
import { conflict } from '../support/refusals.ts';
import { settingsOf } from '../support/run-settings.ts';
import { type CandidateRunnable, type OnRow, onLockedRow } from './candidate-operation.ts';
import { checkSession } from './session.ts';

const shortestPause = 3_000;

const tooSoon = err(refusal('request.rate-limited', 'A program is run at most once every 3 seconds, and one at a time'));
const tooMany = conflict(`A program can be run ${recordingBounds.sampleRuns} times in an attempt; answers are saved and graded as before`);

/** The attempts for which a program runs, by the runner of this process. */
const underWay = new WeakMap<CodeRunner, Set<string>>();

const attemptsOf = (runner: CodeRunner): Set<string> => {
  const known = underWay.get(runner) ?? new Set();
  underWay.set(runner, known);
  return known;
};

const accept = ({ assay, row, now }: OnRow) => decide(stateOf(row), { type: 'saveAnswer', now, graceMs: assay.timings.answerGraceMs });

/** Counts the run, unless it comes too soon or was the last one. What is refused for its content costs nothing. */
const reserve = onLockedRow(takeOperations.runCode, { lock: 'exclusive', accept }, async ({ assay, tx, row, now }, { body }) => {
  const session = checkSession(row, body.sessionId);
  if (!session.ok) return session;
  const { account_id: accountId, invitation_id: invitationId, attempt, test_id: testId, version } = row;
  if (version === null) throw new Error('a started attempt has no version');
  const loaded = await assay.testVersions.load(tx, { accountId, testId, version });
  const question = questionsOf(loaded.definition)[body.questionId - 1];
  if (question === undefined) return err(refusal('resource.not-found', `No question ${body.questionId} in this test`));
  if (!isCodeQuestion(question)) return err(refusal('request.invalid', 'questionId: this question is not answered with a program'));
  const answer = checkAnswer(question, body.answer);
  if (!answer.ok) return answer;
  const settings = await settingsOf(tx, loaded, question, body.answer.language);
  const runs = sampleRunsOf(question, body.answer, settings, body);
  if (!runs.ok) return runs;

  const owner = { account: String(accountId), attempt: `${invitationId}/${attempt}` };
  const key = { accountId, invitationId, attempt, kind: 'sampleRuns' } as const;
  const latest = await recordings.find(tx, key);
  const isSoon = latest !== undefined && now - latest.latest_at < shortestPause;
  if (isSoon || attemptsOf(assay.runner).has(`${owner.account}/${owner.attempt}`)) return tooSoon;
  const left = await requireLeft(tx, accountId, 'processorSeconds');
  if (!left.ok) return left;
  if ((await reserveRecords(tx, row, { kind: 'sampleRuns', amount: 1, now })) === 0) return tooMany;
  return ok({ owner, runs: runs.value });
});

const call: (call: Parameters<typeof reserve>[0]) => ReturnType<typeof runSamples> = async ({ candidate, input }) => {
  const reserved = await reserve({ candidate, input });
  if (!reserved.ok) return reserved;
  const { owner, runs } = reserved.value;
  const running = attemptsOf(candidate.assay.runner);
  const name = `${owner.account}/${owner.attempt}`;
  running.add(name);
  try {
    return await runSamples(candidate, owner, runs);
  } finally {
    running.delete(name);
  }
};

/** Runs a program on the samples of its question, or on an input of the candidate's own. The answer is neither saved nor graded by it. */
export const runCode: CandidateRunnable<typeof takeOperations.runCode, RunResult> = Object.assign(call, {
  contract: takeOperations.runCode,
});
