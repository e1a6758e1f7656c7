import type { AnswerRecord } from './answer-store.ts';
import type { Answer } from './types.ts';

type Saved = { readonly questionId: number; readonly answer: Answer; readonly revision: number };

const fromServer = ({ questionId, answer, revision }: Saved, flagged: boolean): AnswerRecord => ({
  questionId,
  answer,
  revision,
  sentRevision: revision,
  flagged,
});

/**
 * What counts when the page opens: per question the higher revision, of an equal one the server's. A local one above the server's is
 * still to be sent, also when the server once had it: a server restored from a backup gets it again.
 */
export const mergeAnswers = (saved: readonly Saved[], local: readonly AnswerRecord[]): AnswerRecord[] => {
  const merged = new Map(saved.map((one) => [one.questionId, fromServer(one, false)]));
  for (const record of local) {
    const server = merged.get(record.questionId);
    if (server === undefined) merged.set(record.questionId, { ...record, sentRevision: 0 });
    else if (record.revision > server.revision) merged.set(record.questionId, { ...record, sentRevision: server.revision });
    else merged.set(record.questionId, { ...server, flagged: record.flagged });
  }
  return [...merged.values()];
};
