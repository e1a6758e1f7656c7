/** A command failed for a reason that the operator can fix; the message says it. Exit codes: 1 refused, 2 wrong usage or environment. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly exitCode: 1 | 2;
  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
