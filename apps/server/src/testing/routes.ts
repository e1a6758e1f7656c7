import { type Operation, type OperationName, operations } from '@assay/domain';
import { smallestBodies, smallestQuery } from '@assay/operations/testing';

export const apiOperations: readonly Operation[] = Object.values(operations);

/** Operations with `METHOD path` as their title, for `it.each`. */
export const titled = (list: readonly Operation[]) => list.map((one) => [`${one.method} ${one.path}`, one] as const);

/** The path of an operation with its parameters filled in; those without a value in `params` become `otherwise`. */
export const pathOf = (path: string, params: Record<string, string> = {}, otherwise = '1'): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? otherwise);

/** The same with the query without which it is 400.1. */
export const urlOf = ({ name, path }: Operation, params: Record<string, string> = {}, otherwise = '1'): string => {
  const query = new URLSearchParams(smallestQuery(name, params.testInvitationId ?? otherwise)).toString();
  return `${pathOf(path, params, otherwise)}${query && `?${query}`}`;
};

export const smallestBody = ({ name, body: schema }: Operation): { body?: Record<string, unknown> } => {
  const body = smallestBodies[name as OperationName];
  if (body === undefined && schema !== undefined) throw new Error(`smallestBodies lacks ${name}`);
  return body === undefined ? {} : { body };
};
