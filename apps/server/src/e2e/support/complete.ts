import { apiOf } from './api.ts';
import { candidateAt } from './candidate.ts';

type Who = { readonly testId: number; readonly email: string; readonly callbackURL: string };

/** A candidate registers, answers the first question rightly and submits. Returns the invitation. */
export const completeTest = async (server: { readonly url: string }, key: string, { testId, email, callbackURL }: Who): Promise<number> => {
  const { testInvitationId, takeTestURL } = await apiOf(server, key).register(testId, email, { callbackURL });
  const candidate = candidateAt(server, takeTestURL);
  await candidate.start();
  await candidate.save(1, 1);
  await candidate.submit();
  return testInvitationId;
};
