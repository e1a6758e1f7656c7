export type CallbackFault =
  | 'missing-header'
  | 'malformed-header'
  | 'timestamp-too-old'
  | 'timestamp-too-new'
  | 'no-matching-signature'
  | 'unexpected-body';

/** The request is not a callback from Assay, or is too old. Respond with 400 and ignore it. */
export class CallbackVerificationError extends Error {
  override readonly name = 'CallbackVerificationError';
  readonly reason: CallbackFault;

  constructor(reason: CallbackFault, message: string) {
    super(message);
    this.reason = reason;
  }
}
