import { useState } from 'preact/hooks';

type Draft = { readonly text: string; readonly from: string; readonly to: string };

// Outlives the field: text that cannot be saved yet (half a number, too long) is still there when the candidate returns to the question.
const drafts = new Map<number, Draft>();

/** The stored answer is shown as it is, whatever was typed. */
export const dropDraft = (questionId: number): void => void drafts.delete(questionId);

/**
 * The text of a field whose answer is stored in another form. `stored` is the text of the stored answer; `write(text, to)` sets the text
 * and the stored text that will follow from it. An answer stored by another tab or the server replaces the draft.
 */
export const useDraft = (questionId: number, stored: string): readonly [text: string, write: (text: string, to: string) => void] => {
  const [, redraw] = useState<object>();
  const draft = drafts.get(questionId);
  const write = (text: string, to: string) => {
    drafts.set(questionId, { text, from: stored, to });
    redraw({});
  };
  return [draft !== undefined && (draft.to === stored || draft.from === stored) ? draft.text : stored, write];
};
