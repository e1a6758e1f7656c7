/** What ends a run from within a host function: an error that crosses the interpreter's frames, which have no handler for it. */
export class RunOver extends Error {
  readonly reason: 'exit' | 'output' | 'ready' | 'channel';
  readonly code: number;

  constructor(reason: RunOver['reason'], code = 0) {
    super(reason);
    this.reason = reason;
    this.code = code;
  }
}
