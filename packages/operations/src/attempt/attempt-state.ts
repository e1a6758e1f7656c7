import { type AttemptState, formatInstant, type SavedAnswer } from '@assay/domain';
import { accounts, answers, type Db } from '@assay/store';
import { takeQuestions } from '../assessment/take-questions.ts';
import { wireSections } from '../assessment/wire-sections.ts';
import { getsReceipt } from '../delivery/enqueue.ts';
import { countAnswered } from '../support/count-answered.ts';
import type { Services } from '../support/operation.ts';
import { accessOf, type Opened } from './open-invitation.ts';
import { redirectUrlOf } from './redirect-url.ts';
import { wireAccess } from './wire-access.ts';

const instant = (at: number | null): string | null => (at === null ? null : formatInstant(at));

const savedAnswers = async (db: Db, { row }: Opened): Promise<SavedAnswer[]> => {
  const stored = await answers.list(db, { accountId: row.account_id, invitationId: row.invitation_id, attempt: row.attempt });
  return stored.map(({ question_id, answer, revision, saved_at }) => ({
    questionId: question_id,
    answer,
    revision,
    savedAt: formatInstant(saved_at),
  }));
};

/** What the candidate protocol shows of an attempt; questions and answers only while it is in progress. */
export const attemptState = async (assay: Services, db: Db, opened: Opened, now: number): Promise<AttemptState> => {
  const { row, test, link } = opened;
  const account = await accounts.find(db, row.account_id);
  const version = await assay.testVersions.load(db, {
    accountId: row.account_id,
    testId: row.test_id,
    version: row.version ?? test.version,
  });
  return {
    testInvitationId: row.invitation_id,
    status: row.status,
    access: wireAccess(accessOf(opened, now)),
    organization: account?.name ?? '',
    support: account?.support ?? null,
    privacy: account?.privacy ?? null,
    fullName: row.full_name,
    test: { testName: version.name, duration: version.duration, questions: version.questions },
    sections: wireSections(version.definition),
    imageProctoring: link?.image_proctoring ?? 0,
    startedAt: instant(row.started_at),
    deadline: instant(row.deadline),
    completedAt: instant(row.completed_at),
    answered:
      row.status === 'Completed'
        ? await countAnswered(db, { accountId: row.account_id, invitationId: row.invitation_id, attempt: row.attempt })
        : null,
    receipt: await getsReceipt(db, row),
    redirectURL: row.status === 'Completed' ? redirectUrlOf(row) : null,
    serverTime: formatInstant(now),
    ...(row.status === 'In progress' ? { questions: takeQuestions(version.definition), answers: await savedAnswers(db, opened) } : {}),
  };
};
