import { noFigures } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { createTestClient, failureOf, type Reply, refusal, success } from './testing/fake-server.ts';

const test = (testId: number) => ({ testId, testName: `T${testId}`, accessKey: 'k', duration: 1, questions: 1, testStatus: 'Active' });
const delivery = (deliveryId: number) => ({
  deliveryId,
  kind: 'callback',
  state: 'failed',
  testId: 1,
  testInvitationId: 1,
  destination: 'https://ats.example/hook',
  messageId: 'msg_1',
  sequence: 1,
  attemptsMade: 1,
  nextAttemptAt: null,
  lastError: 'gone',
  createdAt: '2026-01-05T09:00:00.000Z',
  settledAt: null,
});

/** Pages of three deliveries, numbered from 0, as the server sends them. */
const deliveries =
  (count: number): Reply =>
  (sent) => {
    const from = Number(sent.url.searchParams.get('cursor') ?? 0);
    const items = Array.from({ length: Math.min(3, count - from) }, (_, at) => delivery(from + at));
    return success({ deliveries: items, nextCursor: from + 3 < count ? String(from + 3) : null })(sent);
  };

const all = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
};

describe('paging by cursor', () => {
  it('yields every item in order, with the same filter on every page', async () => {
    const { client, sent } = createTestClient([deliveries(7)]);
    const found = await all(client.paginateDeliveries({ state: 'failed', limit: 3 }));
    expect(found.map(({ deliveryId }) => deliveryId)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(sent.map(({ url }) => url.search)).toEqual([
      '?limit=3&state=failed',
      '?limit=3&cursor=3&state=failed',
      '?limit=3&cursor=6&state=failed',
    ]);
  });

  it('yields the entries of a timeline, whose pages repeat the invitation', async () => {
    const invitation = {
      testInvitationId: 5,
      testId: 1,
      testLinkId: null,
      emailId: 'ana@x.test',
      fullName: 'Ana',
      status: 'Pending',
      current: true,
      origin: 'api',
      takeTestURL: null,
      createdAt: '2026-01-05T09:00:00.000Z',
      startedAt: null,
      deadline: null,
      completedAt: null,
      extraMinutes: 0,
      reportStatus: 'Pending',
      timeTaken: null,
      ...noFigures,
    };
    const entry = (type: string) => ({ at: '2026-01-05T09:00:00.000Z', type, data: {} });
    const { client, sent } = createTestClient([
      success({ invitation, timeline: [entry('a'), entry('b')], nextCursor: '7' }),
      success({ invitation, timeline: [entry('c')], nextCursor: null }),
    ]);
    const found = await all(client.paginateTimeline({ testInvitationId: 5, limit: 2 }));
    expect(found.map(({ type }) => type)).toEqual(['a', 'b', 'c']);
    expect(sent.map(({ url }) => url.pathname + url.search)).toEqual([
      '/manage/v1/invitations/5/timeline?limit=2',
      '/manage/v1/invitations/5/timeline?limit=2&cursor=7',
    ]);
  });

  it('goes through the programs of an invitation', async () => {
    const typing = { edits: 0, typed: 0, pasted: 0, pastes: 0, firstAt: null, lastAt: null };
    const submission = (questionId: number) => ({
      questionId,
      prompt: 'Print the sum.',
      status: 'blank',
      language: null,
      source: null,
      engine: null,
      version: null,
      limits: null,
      cases: [],
      marks: 1,
      score: null,
      outcome: null,
      rounds: [],
      typing,
    });
    const { client, sent } = createTestClient([
      success({ testInvitationId: 5, attempt: 1, submissions: [submission(1)], nextCursor: '1' }),
      success({ testInvitationId: 5, attempt: 1, submissions: [submission(4)], nextCursor: null }),
    ]);
    const found = await all(client.paginateSubmissions({ testInvitationId: 5 }));
    expect(found.map(({ questionId }) => questionId)).toEqual([1, 4]);
    expect(sent[1]?.url.search).toBe('?cursor=1');
  });

  it('fetches each page, the first included, only when its first item is read', async () => {
    const { client, sent } = createTestClient([deliveries(7)]);
    const items = client.paginateDeliveries();
    expect(sent).toHaveLength(0);
    for (const expected of [1, 1, 1, 2]) {
      await items.next();
      expect(sent).toHaveLength(expected);
    }
  });

  it('stops fetching when the consumer breaks', async () => {
    const { client, sent } = createTestClient([deliveries(70)]);
    for await (const { deliveryId } of client.paginateDeliveries()) if (deliveryId === 4) break;
    expect(sent).toHaveLength(2);
  });

  it('starts at the given cursor and ends with an empty list', async () => {
    const { client, sent } = createTestClient([deliveries(4)]);
    expect(await all(client.paginateDeliveries({ cursor: '3' }))).toHaveLength(1);
    expect(sent[0]?.url.searchParams.get('cursor')).toBe('3');
    const empty = createTestClient([success({ invitations: [], nextCursor: null })]);
    expect(await all(empty.client.paginateInvitations({ testId: 3, status: 'In progress' }))).toEqual([]);
    expect(empty.sent.map(({ url }) => url.pathname + url.search)).toEqual(['/manage/v1/tests/3/invitations?status=In+progress']);
    const none = createTestClient([success({ tests: [], nextCursor: null })]);
    expect(await all(none.client.paginateManagedTests({ search: 'é' }))).toEqual([]);
  });

  it('throws the refusal of a page when that page is fetched', async () => {
    const { client } = createTestClient([deliveries(7), refusal('403.1')]);
    const items = client.paginateDeliveries();
    for (const _ of [0, 1, 2]) await items.next();
    expect(await failureOf(items.next())).toMatchObject({ statuscode: '403.1' });
  });

  it("ends with the caller's signal", async () => {
    const { client, sent } = createTestClient([deliveries(70)]);
    const controller = new AbortController();
    const items = client.paginateDeliveries({}, { signal: controller.signal });
    await items.next();
    controller.abort('enough');
    expect(await failureOf(all(items))).toBe('enough');
    expect(sent).toHaveLength(1);
  });
});

describe('paging by number', () => {
  const pages =
    (lists: readonly (readonly number[])[], testsCount: number): Reply =>
    (sent) =>
      success({ tests: (lists[Number(sent.url.searchParams.get('page_no')) - 1] ?? []).map(test), testsCount })(sent);
  const idsOf = async (script: Reply, pageNo?: number) => {
    const { client, sent } = createTestClient([script]);
    const found = await all(client.paginateTests({ pageSize: 2, pageNo }));
    return { ids: found.map(({ testId }) => testId), fetched: sent.map(({ url }) => url.search) };
  };

  it('ends at the total number of items', async () => {
    const { ids, fetched } = await idsOf(pages([[5, 4], [3, 2], [1]], 5));
    expect(ids).toEqual([5, 4, 3, 2, 1]);
    expect(fetched).toEqual(['?page_size=2&page_no=1', '?page_size=2&page_no=2', '?page_size=2&page_no=3']);
    const full = await idsOf(pages([[5, 4], [3, 2], []], 4));
    expect(full.fetched).toHaveLength(2);
  });

  it('starts at the given page', async () => {
    expect((await idsOf(pages([[5, 4], [3, 2], [1]], 5), 2)).ids).toEqual([3, 2, 1]);
  });

  it('yields a test once even if a new one pushed it to the next page', async () => {
    const { ids } = await idsOf(pages([[5, 4], [4, 3], [2, 1], []], 6));
    expect(ids).toEqual([5, 4, 3, 2, 1]);
  });

  it('ends at an empty page whatever the total says, and when a server does not page', async () => {
    expect((await idsOf(pages([[2, 1]], 99))).fetched).toHaveLength(2);
    expect((await idsOf((sent) => success({ tests: [3, 2, 1].map(test), testsCount: 3 })(sent))).ids).toEqual([3, 2, 1]);
  });
});
