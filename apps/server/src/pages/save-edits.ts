import type { Refusal, Result, SaveAnswerResult } from '@assay/domain';
import { type Edit, type Feedback, sameAnswer } from './form.ts';

type Save = (edit: Edit) => Promise<Result<SaveAnswerResult, Refusal>>;

/** Saved together in one group commit; more at once would keep other candidates waiting for a connection on Postgres. */
const batch = 100;

/** Saves edits. `refused` is why none more can be saved (the attempt is over); faults of one answer stand in `feedback`. */
export const saveEdits = async (
  edits: readonly Edit[],
  save: Save,
): Promise<{ feedback: Map<number, Feedback>; refused: Refusal | undefined }> => {
  const feedback = new Map<number, Feedback>();
  let refused: Refusal | undefined;
  const saveOne = async (edit: Edit): Promise<void> => {
    const { questionId, answer } = edit;
    const result = await save(edit);
    if (result.ok) {
      if (!result.value.accepted && !sameAnswer(result.value.answer, answer)) feedback.set(questionId, { kind: 'newer', yours: answer });
    } else if (result.error.code === 'request.invalid') {
      feedback.set(questionId, { kind: 'fault', message: `Not saved: ${result.error.message.replace('answer: ', 'it ')}.`, typed: answer });
    } else {
      refused ??= result.error;
    }
  };
  // Also after a refusal: an answer that comes too late is still kept for the timeline.
  for (let first = 0; first < edits.length; first += batch) await Promise.all(edits.slice(first, first + batch).map(saveOne));
  return { feedback, refused };
};
