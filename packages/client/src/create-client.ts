import type { Client } from './client.ts';
import { manageOperations } from './operations/manage.ts';
import type { Operation } from './operations/operation.ts';
import { v2Operations } from './operations/v2.ts';
import { byCursor, byNumber } from './paginate.ts';
import type { Input } from './transport/build-request.ts';
import { type CallOptions, makeCall } from './transport/call.ts';
import { type ClientOptions, type Settings, settle } from './transport/settings.ts';

const operations = { ...v2Operations, ...manageOperations };
type Methods = Pick<Client, keyof typeof operations>;

const methodOf =
  (settings: Settings, name: string, operation: Operation<never, unknown>) =>
  (input: Input = {}, options: CallOptions = {}) =>
    makeCall(settings, name, operation, input, options);

/** The cast holds because each method is made of the very row that its type is computed from. */
const methodsOf = (settings: Settings): Methods =>
  Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [name, methodOf(settings, name, operation as Operation<never, unknown>)]),
  ) as unknown as Methods;

const paginators = (methods: Methods): Omit<Client, keyof Methods> => ({
  paginateTests: (input = {}, options) =>
    byNumber(
      async (pageNo) => {
        const { tests, testsCount } = await methods.listTests({ ...input, pageNo }, options);
        return { items: tests, total: testsCount };
      },
      ({ testId }) => testId,
      input.pageNo,
    ),
  paginateInvitations: (input, options) =>
    byCursor(async (cursor) => {
      const { invitations, nextCursor } = await methods.listInvitations({ ...input, cursor }, options);
      return { items: invitations, nextCursor };
    }, input.cursor),
  paginateDeliveries: (input = {}, options) =>
    byCursor(async (cursor) => {
      const { deliveries, nextCursor } = await methods.listDeliveries({ ...input, cursor }, options);
      return { items: deliveries, nextCursor };
    }, input.cursor),
  paginateManagedTests: (input = {}, options) =>
    byCursor(async (cursor) => {
      const { tests, nextCursor } = await methods.listManagedTests({ ...input, cursor }, options);
      return { items: tests, nextCursor };
    }, input.cursor),
});

/**
 * A client of one account's key. Throws a TypeError when an option cannot be; sends nothing yet.
 *
 *     const client = createClient({ baseUrl: 'https://assay.example', apiKey });
 *     for await (const test of client.paginateTests()) …
 */
export const createClient = (options: ClientOptions): Client => {
  const methods = methodsOf(settle(options));
  return { ...methods, ...paginators(methods) };
};
