import { err, ok, parsePathId, type Refusal, type Result, refusal } from '@assay/domain';

export const notFound = (what: string, id: string | number) => err(refusal('resource.not-found', `No ${what} ${id} in this account`));

export const conflict = (message: string) => err(refusal('resource.conflict', message));

/** Another request changed the row between reading and writing it. */
export const changedMeanwhile = conflict('The resource was changed by another request at the same time; read it again and retry');

/** An id in a path: a non-Int64 is 400, an Int64 that was never issued is 404. */
export const pathId = (text: string, field: string, what: string): Result<number, Refusal> => {
  const parsed = parsePathId(text);
  if (parsed.kind === 'malformed') return err(refusal('request.invalid', `${field}: must be a decimal Int64`));
  return parsed.kind === 'absent' ? notFound(what, text) : ok(parsed.id);
};
