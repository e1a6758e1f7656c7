import type { Owner } from '../pool/fair-queue.ts';
import type { Program } from '../program.ts';
import type { Submission } from './protocol.ts';

export type SubmissionsOptions = {
  /** A request waits so long for the outcome. */
  readonly pollSeconds?: number;
  /** What nobody has waited for since is forgotten, and ended when it still runs. */
  readonly forgetSeconds?: number;
};

/** The outcome is sent as it is. */
type Submitted<Result> = { readonly outcome: Result } | { readonly waiting: true };

type Run<Result> = (program: Program, owner: Owner, signal: AbortSignal) => Promise<Result>;

/** Of all processes: their own queues have their own limits for accounts and attempts. */
const most = 1000;

/** No account here is called so. */
const ownerHere = (owner: Owner): Owner => ({ ...owner, account: `another process ${owner.account}` });

/**
 * Programs that another process of Assay submits and waits for, in several requests if need be. Its id is the submitter's own, so that a
 * request that is repeated submits nothing twice, and nobody else reads the outcome.
 */
export const openSubmissions = <Result>(
  run: Run<Result>,
  { pollSeconds = 25, forgetSeconds = 60 }: SubmissionsOptions = {},
): {
  readonly wait: (submission: Submission, signal: AbortSignal) => Promise<Submitted<Result> | 'unknown' | 'full'>;
  readonly close: () => void;
} => {
  type Entry = { readonly outcome: Promise<Result>; readonly ending: AbortController; waiting: number; timer: NodeJS.Timeout | undefined };
  const entries = new Map<string, Entry>();

  const submit = (id: string, program: Program, owner: Owner): Entry => {
    const ending = new AbortController();
    const outcome = run(program, owner, ending.signal);
    const entry: Entry = { outcome, ending, waiting: 0, timer: undefined };
    entries.set(id, entry);
    return entry;
  };
  const forget = (id: string, entry: Entry): void => {
    clearTimeout(entry.timer);
    entries.delete(id);
    entry.ending.abort();
  };

  return {
    wait: async (submission, signal) => {
      const { id } = submission;
      let entry = entries.get(id);
      if (entry === undefined) {
        if (!('program' in submission)) return 'unknown';
        if (entries.size >= most) return 'full';
        entry = submit(id, submission.program, ownerHere(submission.owner));
      }
      const found = entry;
      found.waiting += 1;
      clearTimeout(found.timer);
      const result = await new Promise<Submitted<Result>>((resolve) => {
        const stop = (): void => settle({ waiting: true });
        const timer = setTimeout(stop, pollSeconds * 1000);
        const settle = (submitted: Submitted<Result>): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', stop);
          resolve(submitted);
        };
        signal.addEventListener('abort', stop);
        void found.outcome.then((outcome) => settle({ outcome }));
      });
      found.waiting -= 1;
      if (found.waiting === 0) {
        found.timer = setTimeout(() => forget(id, found), forgetSeconds * 1000);
        found.timer.unref();
      }
      return result;
    },
    close: () => {
      for (const [id, entry] of entries) forget(id, entry);
    },
  };
};
