import {
  type Assay,
  type ClaimedGrading,
  claimGradings,
  type GradingFailure,
  type GradingOutcome,
  gradeSubmission,
} from '@assay/operations';

type Options = {
  readonly assay: Assay;
  readonly onOutcome: (outcome: GradingOutcome) => void;
  /** Called for each failure of our side: the engine is down, or the database failed and the lease runs out. */
  readonly onFailure: (failure: GradingFailure) => void;
};

/**
 * Grades submissions, as many at the same time as the runner has places for what no candidate waits for. After
 * a failure of our side, or where the runner's queue is full, one submission at a time finds out whether it goes on, so that this costs little.
 */
export class Grader {
  readonly #options: Options;
  readonly #underWay = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  #isHeldUp = false;
  /** The account whose turn was last. */
  #after = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Claims what is due and fits, and starts grading it. Returns how many; does not wait for them. */
  async run(): Promise<number> {
    const { assay } = this.#options;
    // The first one opens the runner, so that a process without submissions opens none.
    const places = this.#isHeldUp || this.#underWay.size === 0 ? 1 : await assay.runner.size();
    const limit = places - this.#underWay.size;
    if (this.#stopping.signal.aborted || limit <= 0) return 0;
    const { claimed, after } = await claimGradings({ assay, limit, after: this.#after });
    this.#after = after;
    for (const each of claimed) this.#start(each);
    return this.#isHeldUp ? 0 : claimed.length;
  }

  /** Ends what runs and gives its leases back. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#underWay);
  }

  #start(claimed: ClaimedGrading): void {
    const grading = this.#grade(claimed).finally(() => {
      this.#underWay.delete(grading);
      if (!this.#isHeldUp) this.#options.assay.wake('gradings');
    });
    this.#underWay.add(grading);
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
