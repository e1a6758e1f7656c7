import type { AttemptAnswers } from '@assay/domain';
import type { Api } from '../support/api.ts';
import { digestOf } from './desk.ts';
import { type Grounds, questions } from './grounds.ts';
import type { Worked } from './honest.ts';

/** What a file's answer is to its candidate and to a reader differs by what the service knows of it. */
const given = (answer: unknown): unknown => (typeof answer === 'object' && answer !== null && 'fileId' in answer ? answer.fileId : answer);

/** Everything that was acknowledged and is not there, in words; none is the promise. */
export const lossesOf = async (
  { url, honest: { key, past } }: Grounds,
  api: Api,
  rounds: readonly Worked[],
): Promise<readonly string[]> => {
  const losses = rounds.flatMap(({ failures }) => failures);
  for (const { invitation, answers, digest } of rounds.flatMap(({ acknowledged }) => acknowledged.attempts)) {
    const kept = await api.get<AttemptAnswers>(`/manage/v1/invitations/${invitation}/answers`);
    const byId = new Map(kept.questions.map(({ questionId, answer }) => [questionId, answer]));
    for (const [questionId, answer] of Object.entries(answers))
      if (JSON.stringify(given(byId.get(Number(questionId)))) !== JSON.stringify(given(answer)))
        losses.push(`invitation ${invitation}: the answer to question ${questionId}`);
    const file = await fetch(`${url}/manage/v1/invitations/${invitation}/answers/${questions.file}/file`, {
      headers: { 'x-api-key': key },
    });
    if (digestOf(new Uint8Array(await file.arrayBuffer())) !== digest) losses.push(`invitation ${invitation}: the file`);
  }
  const invited = new Set((await api.invitations(past.testId)).map(({ testInvitationId }) => testInvitationId));
  for (const id of rounds.flatMap(({ acknowledged }) => acknowledged.invited))
    if (!invited.has(id)) losses.push(`the registration of invitation ${id}`);
  return losses;
};
