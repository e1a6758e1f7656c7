import { isBlank } from '@assay/domain';
import { answers, type Db } from '@assay/store';

/** How many questions of an attempt have an answer. */
export const countAnswered = async (db: Db, attempt: { accountId: number; invitationId: number; attempt: number }): Promise<number> => {
  const saved = await answers.list(db, attempt);
  return saved.filter(({ answer }) => !isBlank(answer)).length;
};
