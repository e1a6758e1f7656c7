import { err, ok, type Refusal, type Result, refusal } from '@assay/domain';
import type { Services } from '../support/operation.ts';

/** Refuses a URL whose address the installation's policy forbids: it would fail only when a candidate has completed the test. */
export const checkCallbackUrl = ({ outbound }: Services, field: string, url: string | undefined): Result<undefined, Refusal> => {
  const reason = url === undefined ? null : outbound.refuseCallback(url);
  return reason === null ? ok(undefined) : err(refusal('request.invalid', `${field}: ${reason}`));
};
