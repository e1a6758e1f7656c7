import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailable } from '@assay/store';

/**
 * A supervisor that starts everything at once starts this before PostgreSQL listens. With a longer wait an operator who mistyped the URL
 * would wait for nothing; the supervisor starts this again.
 */
export const startRetryMs = 30_000;

const betweenTries = 1000;

type Options = {
  /** Milliseconds; 0: one try. Each try may take as long as PostgreSQL takes to answer. */
  readonly retryMs: number;
  readonly log?: { readonly warn: (details: object, message: string) => void } | undefined;
};

/** Opens PostgreSQL, and tries again while it cannot be reached. */
export const retryOpen = async <Opened>(open: () => Promise<Opened>, { retryMs, log }: Options): Promise<Opened> => {
  const end = performance.now() + retryMs;
  for (let tries = 1; ; tries += 1) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof StoreUnavailable) || performance.now() + betweenTries > end) throw error;
      if (tries === 1) log?.warn({ seconds: retryMs / 1000 }, 'PostgreSQL cannot be reached yet; trying again');
      await pause(betweenTries);
    }
  }
};
