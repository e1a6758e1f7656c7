export {
  type BundleFault,
  BundleVerificationError,
  type VerifiedBundle,
  type VerifyReportBundleOptions,
  verifyReportBundle,
} from './bundles/verify-report-bundle.ts';
export { type CallbackFault, CallbackVerificationError } from './callbacks/errors.ts';
export { makeTestCallback, type TestCallback, type TestCallbackOptions } from './callbacks/make-test-callback.ts';
export { type CallbackHeaders, type VerifyCallbackOptions, verifyCallback } from './callbacks/verify-callback.ts';
export type { Client, Paged } from './client.ts';
export { createClient } from './create-client.ts';
export { AssayProtocolError, AssayRefusal, AssayTimeout, AssayUnreachable, type ProtocolReason } from './errors.ts';
export type * from './inputs.ts';
export type { Download } from './response/download.ts';
export type { CallOptions } from './transport/call.ts';
export type { ClientOptions, Fetch, RetryOptions } from './transport/settings.ts';
export type * from './wire/results.ts';
