/** A command that was not done, in words for the operator. Exit codes: 1 refused, 2 wrong usage or environment. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly exitCode: 1 | 2;
  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}
