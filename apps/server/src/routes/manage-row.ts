import type { ApiRequest, ApiRoute } from './api-route.ts';

/** A row of the management API's tables: the tag is the same for all, and a path with an id may lead to nothing. */
export type ManageRow = Omit<Extract<ApiRoute, { result: object }>, 'tag' | 'refusals'> & Partial<Pick<ApiRoute, 'refusals'>>;

/** A parameter of the path, as it came. */
export const id = (request: ApiRequest, name: string): string => request.params[name] ?? '';
