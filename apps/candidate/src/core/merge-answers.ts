import type { SavedAnswer } from '@assay/domain/take';
import type { AnswerRecord } from './answer-store.ts';

/**
 * The answers that count when the page opens: per question the higher revision, of an equal one the server's. A local one above the
 * server's is still to be sent, also when the server once had it: a server restored from a backup gets it again.
 */
export const mergeAnswers = (saved: readonly SavedAnswer[], local: readonly AnswerRecord[]): AnswerRecord[] => {
  const merged = new Map<number, AnswerRecord>(
    saved.map((one) => [one.questionId, { ...one, sentRevision: one.revision, flagged: false }]),
  );
  for (const record of local) {
    const server = merged.get(record.questionId);
    if (server === undefined || record.revision > server.revision)
      merged.set(record.questionId, { ...record, sentRevision: server?.revision ?? 0 });
    else merged.set(record.questionId, { ...server, flagged: record.flagged });
  }
  return [...merged.values()];
};
