import type { Edit } from './typing-record.ts';

/** What the record of a question says in figures; times in milliseconds since the attempt's start. */
export const typingFigures = (texts: readonly (readonly Edit[])[]) => {
  const edits = texts.flat();
  const inserted = edits.reduce((sum, { change }) => change.reduce((count, one) => count + one.inserted.length, sum), 0);
  const pasted = edits.reduce((sum, one) => sum + (one.pasted ?? 0), 0);
  return {
    edits: edits.length,
    // A paste that was pasted over is gone from a thinned record, and its size stays.
    typed: Math.max(0, inserted - pasted),
    pasted,
    pastes: edits.filter((one) => one.pasted !== undefined).length,
    first: edits.length === 0 ? null : edits.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY),
    last: edits.length === 0 ? null : edits.reduce((most, { at }) => Math.max(most, at), 0),
  };
};
