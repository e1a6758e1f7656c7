import type { LateAnswers } from '@assay/domain';
import { answers, type Db } from '@assay/store';

/** Which answers of a completed attempt arrived after the deadline, as a field of a response; no field where none did. */
export const lateAnswersOf = async (
  db: Db,
  key: { readonly accountId: number; readonly invitationId: number; readonly attempt: number },
): Promise<{ readonly lateAnswers?: LateAnswers }> => {
  const stored = await answers.listRevisions(db, key);
  const revisions = new Map(stored.map(({ question_id, revision }) => [question_id, revision]));
  const counted = stored.filter(({ late }) => late === 1).map(({ question_id }) => question_id);
  // What was saved later than the late answer is what the candidate gave last.
  const refused = (await answers.listLate(db, key)).filter((one) => one.revision > (revisions.get(one.question_id) ?? 0));
  const notCounted = refused.map(({ question_id }) => question_id);
  return counted.length + notCounted.length === 0 ? {} : { lateAnswers: { counted, notCounted } };
};
