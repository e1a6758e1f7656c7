import type { GivenAnswers } from '@assay/domain';
import { answers, type Db } from '@assay/store';

type OfAttempt = { readonly accountId: number; readonly invitationId: number; readonly attempt: number };

export const givenAnswers = async (db: Db, attempt: OfAttempt): Promise<GivenAnswers> =>
  new Map((await answers.list(db, attempt)).map(({ question_id, answer }) => [question_id, answer]));
