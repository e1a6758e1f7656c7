import type { Client, Methods } from './client.ts';
import { clientOperations } from './operations.ts';
import { byCursor, byNumber } from './paginate.ts';
import type { Input } from './transport/build-request.ts';
import { type CallOptions, callOperation } from './transport/call.ts';
import { type ClientOptions, resolveSettings, type Settings } from './transport/settings.ts';

/** The cast holds because methods and types come from the same contract. */
const methodsOf = (settings: Settings): Methods =>
  Object.fromEntries(
    Object.entries(clientOperations).map(([name, operation]) => [
      name,
      (input: Input = {}, options: CallOptions = {}) => callOperation(settings, name, operation, input, options),
    ]),
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
  paginateTimeline: (input, options) =>
    byCursor(async (cursor) => {
      const { timeline, nextCursor } = await methods.getInvitationTimeline({ ...input, cursor }, options);
      return { items: timeline, nextCursor };
    }, input.cursor),
  paginateSubmissions: (input, options) =>
    byCursor(async (cursor) => {
      const { submissions, nextCursor } = await methods.listSubmissions({ ...input, cursor }, options);
      return { items: submissions, nextCursor };
    }, input.cursor),
  paginateDeliveries: (input = {}, options) =>
    byCursor(async (cursor) => {
      const { deliveries, nextCursor } = await methods.listDeliveries({ ...input, cursor }, options);
      return { items: deliveries, nextCursor };
    }, input.cursor),
  paginateReviews: (input = {}, options) =>
    byCursor(async (cursor) => {
      const { reviews, nextCursor } = await methods.listReviews({ ...input, cursor }, options);
      return { items: reviews, nextCursor };
    }, input.cursor),
  paginateManagedTests: (input = {}, options) =>
    byCursor(async (cursor) => {
      const { tests, nextCursor } = await methods.listManagedTests({ ...input, cursor }, options);
      return { items: tests, nextCursor };
    }, input.cursor),
});

/**
 * Creates a client for one account's API key. Throws a TypeError for an invalid option; sends nothing.
 *
 *     const client = createClient({ baseUrl: 'https://assay.example', apiKey });
 *     for await (const test of client.paginateTests()) …
 */
export const createClient = (options: ClientOptions): Client => {
  const methods = methodsOf(resolveSettings(options));
  return { ...methods, ...paginators(methods) };
};
