import type { Uncleanable } from '@assay/operations';

/** Thrown in the thread where a file is not cleaned, with the reason that graders are told. */
export class CannotClean extends Error {
  readonly reason: Uncleanable;

  constructor(reason: Uncleanable) {
    super(reason);
    this.reason = reason;
  }
}

export const refuse = (reason: Uncleanable): never => {
  throw new CannotClean(reason);
};
