import { isDeepStrictEqual } from 'node:util';
import {
  type Answer,
  changeOf,
  checkAnswer,
  type DecodedInput,
  decide,
  err,
  formatInstant,
  ok,
  questionsOf,
  type Refusal,
  type Result,
  refusal,
  takeOperations,
} from '@assay/domain';
import { answerFiles, answers, type Db, recordings, setAsideAnswers } from '@assay/store';
import { record, stateOf } from '../support/invitation-state.ts';
import { reserveRecords } from '../support/recording.ts';
import { candidateWrite, type OnRow } from './candidate-operation.ts';
import { checkSession } from './session.ts';
import { sinceStart } from './since-start.ts';
import { recordSeen, ticketOf, typedAtOf } from './ticket.ts';

const decideSave = ({ assay, row, now }: OnRow, typedAt?: number) =>
  decide(stateOf(row), { type: 'saveAnswer', now, graceMs: assay.timings.answerGraceMs, typedAt });

/** The decision to save, or to refuse it as too late. */
const acceptAnswer = (call: OnRow) => {
  const event = decideSave(call);
  return event.ok || event.error.code === 'take.deadline-passed' ? ok(event) : event;
};

type SetAside = Omit<Parameters<typeof setAsideAnswers.insertNew>[1], 'now'>;

/** Keeps an answer that gave way to another one, and says so in the timeline: of the same answer once. */
const setAside = async ({ tx, row, now }: OnRow, { answer, ...key }: SetAside): Promise<void> => {
  const reserved = { kind: 'answersSetAside', amount: 1 } as const;
  if ((await reserveRecords(tx, row, { ...reserved, now })) === 0) return;
  const { attempt, questionId } = key;
  if (await setAsideAnswers.insertNew(tx, { ...key, answer, now }))
    await record(tx, row, now, { type: 'answer.set-aside', attempt, questionId });
  else await recordings.giveBack(tx, { ...key, ...reserved });
};

type Sent = DecodedInput<typeof takeOperations.saveAnswer>['body']['answer'];
type OfQuestion = Parameters<typeof answers.lock>[1];

/** An answer that names a file says all that is known of it, so that what is read of an answer needs no other row. */
const withFile = async (db: Db, key: OfQuestion, sent: Sent): Promise<Result<Answer, Refusal>> => {
  if (sent === null || typeof sent !== 'object' || !('fileId' in sent)) return ok(sent);
  const row = await answerFiles.find(db, { ...key, fileId: sent.fileId });
  if (row === undefined)
    return err(refusal('request.invalid', 'answer: no file with this id was uploaded to this question in this attempt'));
  const { file_id: fileId, name, type, bytes, sha256 } = row;
  return ok({ fileId, name, type, bytes, sha256 });
};

/**
 * Saves an answer by revision and returns what is stored now: an older revision never overwrites a newer one, and with `base` none
 * overwrites an answer that its page has not seen. After the deadline and its grace the answer counts, marked, if a ticket shows that
 * it was typed in time; any other is refused, and stored only for the timeline.
 */
export const saveAnswer = candidateWrite(takeOperations.saveAnswer, { lock: 'shared', accept: acceptAnswer }, async (call, input) => {
  const { assay, tx, row, now } = call;
  const { questionId, body } = input;
  const session = checkSession(row, body.sessionId);
  if (!session.ok) return session;
  const { account_id, invitation_id, attempt, test_id, version } = row;
  if (version === null) throw new Error('a started attempt has no version');

  const { definition } = await assay.testVersions.load(tx, { accountId: account_id, testId: test_id, version });
  const question = questionsOf(definition)[questionId - 1];
  if (question === undefined) return err(refusal('resource.not-found', `No question ${questionId} in this test`));
  const key = { accountId: account_id, invitationId: invitation_id, attempt, questionId: question.questionId };
  const given = await withFile(tx, key, body.answer);
  if (!given.ok) return given;
  const answer = checkAnswer(question, given.value);
  if (!answer.ok) return answer;

  const sent = { ...key, answer: answer.value, revision: body.revision, now };
  const typedAt = call.accepted.ok ? undefined : await typedAtOf(call, body);
  const event = typedAt === undefined ? call.accepted : decideSave(call, typedAt);
  if (!event.ok) {
    if (await answers.saveLate(tx, sent)) await record(tx, row, now, { type: 'answer.late', attempt, questionId: question.questionId });
    return event;
  }
  await recordSeen(call);
  const isLate = typedAt !== undefined;
  const before = isLate || body.setAside === true ? await answers.lock(tx, key) : undefined;
  const change = changeOf(answer.value, {
    revision: body.revision,
    at: sinceStart(row, now),
    isPick: 'options' in question,
    pasted: body.pasted,
  });
  const saved = await answers.save(tx, { ...sent, base: body.base, late: isLate ? 1 : 0, change });
  const { accepted, answer: stored, revision, saved_at } = saved;
  if (isLate && saved.late === 1 && before?.late !== 1)
    await record(tx, row, now, { type: 'answer.counted-late', attempt, questionId: question.questionId, typedAt });
  // A recruiter who discounts a late answer finds the one that came in time.
  const replaced = body.setAside === true || before?.late === 0 ? before : undefined;
  const refused = body.base === undefined ? undefined : sent;
  const givesWay = accepted ? replaced : refused;
  if (givesWay !== undefined && !isDeepStrictEqual(givesWay.answer, stored)) await setAside(call, { ...key, answer: givesWay.answer });
  return ok({ accepted, answer: stored, revision, savedAt: formatInstant(saved_at), ...ticketOf(assay, row, now) });
});
