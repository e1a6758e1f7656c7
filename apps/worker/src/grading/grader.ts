import {
  type Assay,
  type ClaimedGrading,
  type ClaimTurns,
  claimGradings,
  type GradingFailure,
  type GradingOutcome,
  gradeSubmission,
  isRegrade,
} from '@assay/operations';

type Options = {
  readonly assay: Assay;
  readonly onOutcome: (outcome: GradingOutcome) => void;
  /** Called for each failure of our side: the engine is down, or the database failed and the lease runs out. */
  readonly onFailure: (failure: GradingFailure) => void;
};

/**
 * Grades submissions, as many at the same time as the runner has places for what no candidate waits for. Regrades under way count for other
 * regrades only: the runner has them make way for a first grading. After a failure of our side, or where the runner's queue is full, one submission at a time finds out whether it goes on, so that this costs little.
 */
export class Grader {
  readonly #options: Options;
  readonly #underWay = new Map<Promise<void>, ClaimedGrading>();
  readonly #stopping = new AbortController();
  #isHeldUp = false;
  #turns: ClaimTurns | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Claims what is due and fits, and starts grading it. Returns how many; does not wait for them. */
  async run(): Promise<number> {
    const { assay } = this.#options;
    // The first one opens the runner, so that a process without submissions opens none.
    const places = this.#isHeldUp || this.#underWay.size === 0 ? 1 : await assay.runner.size();
    const regrades = this.#isHeldUp ? 0 : [...this.#underWay.values()].filter(isRegrade).length;
    const limitOfRegrades = places - this.#underWay.size;
    const limit = limitOfRegrades + regrades;
    if (this.#stopping.signal.aborted || limit <= 0) return 0;
    const { claimed, turns } = await claimGradings({ assay, limit, limitOfRegrades, ...(this.#turns && { turns: this.#turns }) });
    this.#turns = turns;
    for (const each of claimed) this.#start(each);
    return this.#isHeldUp ? 0 : claimed.length;
  }

  /** Ends what runs and gives its leases back. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#underWay.keys());
  }

  #start(claimed: ClaimedGrading): void {
    const grading = this.#grade(claimed).finally(() => {
      this.#underWay.delete(grading);
      if (!this.#isHeldUp) this.#options.assay.wake('gradings');
    });
    this.#underWay.set(grading, claimed);
  }

  async #grade(claimed: ClaimedGrading): Promise<void> {
    const { assay, onOutcome, onFailure } = this.#options;
    const { account_id: accountId, invitation_id: invitationId, question_id: questionId } = claimed;
    try {
      const outcome = await gradeSubmission({ assay, claimed, signal: this.#stopping.signal, onFailure });
      this.#isHeldUp = outcome === 'failed' || outcome === 'postponed';
      onOutcome(outcome);
    } catch (error) {
      this.#isHeldUp = true;
      onFailure({ accountId, invitationId, questionId, error });
    }
  }
}
