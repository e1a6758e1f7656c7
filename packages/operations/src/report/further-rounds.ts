import { casesFor, codeQuestionsOf, isCodeAnswer, isStillFor } from '@assay/domain';
import { gradings, type reports, type Tx } from '@assay/store';
import type { Assay } from '../support/context.ts';
import { givenAnswers } from '../support/given-answers.ts';

/** The rounds that an attempt gets: one for each program whose last round ran the cases of an earlier version. */
export const furtherRounds = async (assay: Pick<Assay, 'testVersions'>, tx: Tx, report: reports.Report, version: number) => {
  const { account_id: accountId, test_id: testId, invitation_id: invitationId, attempt } = report;
  const { definition: paper } = await assay.testVersions.load(tx, { accountId, testId, version: report.version });
  if (codeQuestionsOf(paper).length === 0) return [];
  const { definition: later } = await assay.testVersions.load(tx, { accountId, testId, version });
  const key = { accountId, invitationId, attempt };
  const given = await givenAnswers(tx, key);
  const last = new Map((await gradings.list(tx, key)).map((one) => [one.question_id, one]));
  const rounds = [];
  for (const { account_id, invitation_id, question_id, test_id, round, ...before } of last.values()) {
    const answer = given.get(question_id) ?? null;
    if (before.version >= version || !isCodeAnswer(answer)) continue;
    const { definition: earlier } = await assay.testVersions.load(tx, { accountId, testId, version: before.version });
    const [old, cases] = [casesFor(paper, earlier, question_id), casesFor(paper, later, question_id)];
    if (old && cases && isStillFor(old, cases, answer.language))
      rounds.push({ account_id, invitation_id, attempt, question_id, round: round + 1, test_id, version });
  }
  return rounds;
};
