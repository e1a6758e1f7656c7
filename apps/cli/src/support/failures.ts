/** Exit codes: done, refused or unreachable, wrong usage, stopped by Ctrl-C. */
export const exitCode = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** The command was written wrongly: exit 2. `next` tells what to type instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly next: string | undefined;

  constructor(message: string, next?: string) {
    super(message);
    this.next = next;
  }
}

/** The command was right and the work is not done: exit 1. `next` tells what to do about it. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly next: string | undefined;

  constructor(message: string, next?: string) {
    super(message);
    this.next = next;
  }
}

/** What was asked is done in part, and what failed has been shown already: exit 1 without another word. */
export class PartlyFailed extends Error {
  override readonly name = 'PartlyFailed';
}

/** What a person reads about a failure: a sentence, the next step if there is one, and the exit code. */
export type Explanation = { readonly message: string; readonly next?: string | undefined; readonly code: number };
