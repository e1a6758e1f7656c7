import { err, ok, parsePathId, type Refusal, type Result, refusal, type Scope } from '@assay/domain';
import type { Context } from './context.ts';

export const notFound = (what: string, id: string | number) => err(refusal('resource.not-found', `No ${what} ${id} in this account`));

export const conflict = (message: string) => err(refusal('resource.conflict', message));

/** Somebody else changed the row between reading and writing it. */
export const changedMeanwhile = conflict('The resource was changed by another request at the same time; read it again and retry');

export const requireScope = ({ scopes }: Context, scope: Scope): Result<void, Refusal> =>
  scopes.has(scope) ? ok(undefined) : err(refusal('request.forbidden', `This API key lacks the scope ${scope}`));

/** An id in a path: what is no Int64 is a bad request, an Int64 that was never issued is no such resource. */
export const pathId = (text: string, field: string, what: string): Result<number, Refusal> => {
  const parsed = parsePathId(text);
  if (parsed.kind === 'malformed') return err(refusal('request.invalid', `${field}: must be a decimal Int64`));
  return parsed.kind === 'absent' ? notFound(what, text) : ok(parsed.id);
};
