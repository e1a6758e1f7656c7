import { gradings } from '@assay/store';
import type { Assay } from '../support/context.ts';
import type { ClaimedGrading } from './claim-gradings.ts';

/** Renews the lease of a grading while its program runs. */
export class GradingLease {
  readonly #assay: Assay;
  readonly #timer: NodeJS.Timeout;
  readonly #lost = new AbortController();
  #row: ClaimedGrading;
  #renewing: Promise<void> = Promise.resolve();

  constructor(assay: Assay, claimed: ClaimedGrading) {
    this.#assay = assay;
    this.#row = claimed;
    this.#timer = setInterval(() => {
      this.#renewing = this.#renewing.then(() => this.#renew());
    }, assay.timings.gradingLeaseMs / 3);
    this.#timer.unref();
  }

  /** Aborted when another worker has the lease. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** Stops the renewals. Returns the row as it was written last, which a guarded update needs. */
  async end(): Promise<ClaimedGrading> {
    clearInterval(this.#timer);
    await this.#renewing;
    return this.#row;
  }

  async #renew(): Promise<void> {
    const { store, timings } = this.#assay;
    try {
      const renewed = await store.write(async (tx) => {
        const until = (await tx.now()) + timings.gradingLeaseMs;
        return (await gradings.update(tx, this.#row, { lease_until: until })) ? until : undefined;
      });
      if (renewed === undefined) this.#lost.abort();
      else this.#row = { ...this.#row, lease_until: renewed };
    } catch {
      // The database fails: the next renewal tries again, and what is written in the end is guarded by the lease.
    }
  }
}
