export type CallbackFault =
  | 'missing-header'
  | 'malformed-header'
  | 'timestamp-too-old'
  | 'timestamp-too-new'
  | 'no-matching-signature'
  | 'unexpected-body';

/** A request that is no callback of Assay's, or not in its first minutes: answer it with 400 and do nothing else. */
export class CallbackVerificationError extends Error {
  override readonly name = 'CallbackVerificationError';
  readonly reason: CallbackFault;

  constructor(reason: CallbackFault, message: string) {
    super(message);
    this.reason = reason;
  }
}
