import { countCompared, fewestSameWrong, mostSameWrongShown, type Signal, sameWrongAnswers } from '@assay/domain';
import { type Db, invitations, reports } from '@assay/store';
import type { Services } from '../support/operation.ts';
import { gradedPaper } from './graded-paper.ts';

/** How many attempts are read that were completed before this one, and after it: about the largest class that sits a test together. */
const besides = 250;

/** Other people's attempts on the same version at about the same time that have too many wrong answers in common with this one. */
export const readSameWrong = async (
  { testVersions }: Pick<Services, 'testVersions'>,
  db: Db,
  report: reports.Report,
): Promise<Signal[]> => {
  const { account_id: accountId, test_id: testId, version, invitation_id: invitationId, wrong_answers: wrong } = report;
  if (wrong === null || wrong.split(',').length < fewestSameWrong) return [];
  const around = await reports.listWrongAnswers(db, { accountId, testId, version, completedAt: report.completed_at, limit: besides });
  const others = around
    .filter((other) => other.invitation_id !== invitationId)
    .map(({ started_at: startedAt, completed_at: completedAt, wrong_answers, ...other }) => ({
      ...other,
      ...{ startedAt, completedAt, wrong: wrong_answers },
    }));
  const own = { wrong, startedAt: report.started_at, completedAt: report.completed_at };
  const paper = await gradedPaper({ testVersions }, db, report);
  const found: Signal[] = [];
  const emailOf = async (id: number) => (await invitations.find(db, { accountId, invitationId: id }))?.email_key;
  const ownEmail = await emailOf(invitationId);
  for (const { other, ...same } of sameWrongAnswers(own, others, countCompared(paper))) {
    if (found.length === mostSameWrongShown) break;
    // The same person, invited again: however often, somebody else's attempt shows.
    if ((await emailOf(other.invitation_id)) === ownEmail) continue;
    found.push({
      kind: 'same-wrong-answers',
      ...same,
      questionIds: [...same.questionIds],
      other: { testInvitationId: other.invitation_id, attempt: other.attempt },
    });
  }
  return found;
};
