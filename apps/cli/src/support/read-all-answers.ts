import type { Client } from '@assay/client';
import type { AttemptAnswers } from '@assay/domain';

/** The answers of an attempt with all of its questions, page by page. */
export const readAllAnswers = async (
  client: Client,
  of: { readonly testInvitationId: number; readonly attempt?: string },
  call: { readonly signal: AbortSignal },
): Promise<AttemptAnswers> => {
  let page = await client.listAnswers(of, call);
  const questions = [...page.questions];
  while (page.nextCursor !== null) {
    page = await client.listAnswers({ ...of, cursor: page.nextCursor }, call);
    questions.push(...page.questions);
  }
  return { ...page, questions };
};
