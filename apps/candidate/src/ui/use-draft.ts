import { useState } from 'preact/hooks';

type Draft = { readonly text: string; readonly from: string; readonly to: string };

// Outlives its field: what cannot be saved yet (half a number, too long a text) is still there when one comes back to the question.
const drafts = new Map<number, Draft>();

/**
 * The text in a field whose answer is stored in another form. `stored` is the answer's text as stored now; `write(text, to)` keeps what
 * was typed and says what will be stored for it. An answer stored by anybody else (another tab, the server) replaces the draft.
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
