/** Exit codes: done, refused or unreachable, wrong usage, stopped by Ctrl-C. */
export const exitCode = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** The command line is wrong: exit 2. `next` says what to type instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly next: string | undefined;

  constructor(message: string, next?: string) {
    super(message);
    this.next = next;
  }
}

/** The command line is right but the command failed: exit 1. `next` says what to do about it. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly next: string | undefined;

  constructor(message: string, next?: string) {
    super(message);
    this.next = next;
  }
}

/** Part of the work failed, and the command has printed which: exit 1 without another message. */
export class PartlyFailed extends Error {
  override readonly name = 'PartlyFailed';
}

/** A failure in words: a sentence, the next step if there is one, and the exit code. */
export type Explanation = { readonly message: string; readonly next?: string | undefined; readonly code: number };
