/** Exit codes: done, refused or unreachable, wrong usage, stopped by Ctrl-C. */
export const exitCode = { done: 0, failed: 1, usage: 2, interrupted: 130 } as const;

/** The command failed: exit 1. `next` says what to do about it. */
export class Failure extends Error {
  override readonly name: string = 'Failure';
  readonly code: number = exitCode.failed;
  readonly next: string | undefined;

  constructor(message: string, next?: string) {
    super(message);
    this.next = next;
  }
}

/** The command line is wrong: exit 2. `next` says what to type instead. */
export class UsageError extends Failure {
  override readonly name = 'UsageError';
  override readonly code = exitCode.usage;
}

/** Part of the work failed, and the command has printed which: exit 1 without another message. */
export class PartlyFailed extends Error {
  override readonly name = 'PartlyFailed';
}
