import { AssayProtocolError, AssayRefusal } from '@assay/client';
import type { BulkInviteResult } from '@assay/domain';
import type { Candidate } from '../../files/read-candidates.ts';
import type { RowState } from '../../output/import-text.ts';
import type { Session } from '../common/session.ts';

type Sent = BulkInviteResult['results'][number];

/** A candidate of the file and what became of the row; `sent` is the server's result, if it gave one. */
export type SentRow = { readonly candidate: Candidate; readonly state: RowState; readonly sent: Sent | undefined };

type Order = {
  readonly testId: number;
  readonly candidates: readonly Candidate[];
  readonly revive: boolean;
  readonly again: boolean;
  readonly rename: boolean;
  readonly dryRun: boolean;
};

/** Rows per request: after Ctrl-C, so many are finished. */
const chunkSize = 200;

/** Ctrl-C lets the rows under way finish, so that every row has a result; a server that takes longer is not waited for. */
const patienceMilliseconds = 5_000;

/** Whether the server surely did nothing: it refused the request as a whole. */
const didNothing = (error: unknown): boolean =>
  error instanceof AssayRefusal
    ? error.httpStatus < 500
    : error instanceof AssayProtocolError && ['no-management-api', 'redirect'].includes(error.reason);

const unsentOf = (candidates: readonly Candidate[], state: 'unconfirmed' | 'not-sent'): SentRow[] =>
  candidates.map((candidate) => ({ candidate, state, sent: undefined }));

/** Sends candidates until all are sent, a request fails or Ctrl-C is pressed; returns what became of each, and the failure. */
export const sendCandidates = async (
  { client, out, call }: Session,
  { testId, candidates, revive, again, rename, dryRun }: Order,
): Promise<{ readonly rows: readonly SentRow[]; readonly failure: unknown }> => {
  const patience = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const interrupted = (): void => {
    out.progress(null);
    out.remark('Stopping after the rows that are under way …');
    timer = setTimeout(() => patience.abort(call.signal.reason), patienceMilliseconds);
  };
  call.signal.addEventListener('abort', interrupted, { once: true });
  const rows: SentRow[] = [];
  try {
    while (rows.length < candidates.length && !call.signal.aborted) {
      out.progress(`${rows.length} of ${candidates.length} ${dryRun ? 'looked up' : 'sent'} …`);
      const chunk = candidates.slice(rows.length, rows.length + chunkSize);
      const sent = await client.inviteCandidates(
        { testId, candidates: chunk.map(({ line: _, ...row }) => ({ ...row, revive, again, rename })), dryRun },
        { signal: patience.signal },
      );
      const byIndex = new Map(sent.results.map((one) => [one.index, one]));
      for (const [index, candidate] of chunk.entries()) {
        const one = byIndex.get(index);
        rows.push({ candidate, state: one?.finished === true ? 'finished' : (one?.outcome ?? 'unconfirmed'), sent: one });
      }
    }
    return { rows: [...rows, ...unsentOf(candidates.slice(rows.length), 'not-sent')], failure: undefined };
  } catch (failure) {
    const left = candidates.slice(rows.length);
    const underWay = didNothing(failure) ? 0 : chunkSize;
    return { rows: [...rows, ...unsentOf(left.slice(0, underWay), 'unconfirmed'), ...unsentOf(left.slice(underWay), 'not-sent')], failure };
  } finally {
    clearTimeout(timer);
    call.signal.removeEventListener('abort', interrupted);
    out.progress(null);
  }
};
