import { manageOperations } from './management.ts';
import { v2Operations } from './v2.ts';

/** Every operation that an API key can call, by operationId. */
export const operations = { ...v2Operations, ...manageOperations };
export type Operations = typeof operations;
export type OperationName = keyof Operations;
