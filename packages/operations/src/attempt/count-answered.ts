import { type Answer, isBlank } from '@assay/domain';
import { answers, type Db } from '@assay/store';

/** How many questions of an attempt have an answer. */
export const countAnswered = async (db: Db, attempt: { accountId: number; invitationId: number; attempt: number }): Promise<number> => {
  const saved = await answers.list(db, attempt);
  // Written by saveAnswer as JSON of an Answer.
  return saved.filter(({ answer }) => !isBlank(JSON.parse(answer) as Answer)).length;
};
