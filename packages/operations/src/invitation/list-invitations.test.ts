import { formatInstant } from '@assay/domain';
import { search } from '@assay/store';
import { testDialects } from '@assay/store/testing';
import { minute, somebody, totalScore } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { startAttempt } from '../attempt/start-attempt.ts';
import type { Context } from '../support/context.ts';
import { totalOf } from '../support/page.ts';
import { refusalOf, value } from '../testing/outcomes.ts';
import { statuses, useService } from '../testing/service.ts';
import { cancelInvitation } from './cancel-invitation.ts';
import { getInvitation, getInvitationTimeline } from './get-invitation.ts';
import { listInvitations } from './list-invitations.ts';

describe.each(testDialects)('invitations in the management API on %s', (engine) => {
  const service = useService(engine);
  const list = (ctx: Context, testId: string, query: Record<string, string> = {}) =>
    value(listInvitations({ ctx, input: { testId, query } }));
  const emails = async (ctx: Context, testId: string, query: Record<string, string>) =>
    (await list(ctx, testId, query)).invitations.map(({ emailId }) => emailId);

  it('pages newest first by cursor, each invitation once, also when new ones come in between', async () => {
    const { ctx, testId } = await service.mint();
    const ids: number[] = [];
    for (let count = 0; count < 5; count += 1) ids.unshift(Number((await service.register(ctx, testId)).id));
    const first = await list(ctx, testId, { limit: '2' });
    await service.register(ctx, testId);
    const second = await list(ctx, testId, { limit: '2', cursor: first.nextCursor ?? '' });
    const third = await list(ctx, testId, { limit: '2', cursor: second.nextCursor ?? '' });
    const seen = [first, second, third].map(({ invitations }) => invitations.map(({ testInvitationId }) => testInvitationId));
    expect(seen).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    expect(third.nextCursor).toBeNull();
  });

  it('the last page has no next cursor when it is exactly full', async () => {
    const { ctx, testId } = await service.mint();
    await service.register(ctx, testId);
    await service.register(ctx, testId);
    expect(await list(ctx, testId, { limit: '2' })).toMatchObject({ nextCursor: null });
    expect(await list(ctx, await service.importTest(ctx))).toEqual({ invitations: [], nextCursor: null, total: 0 });
  });

  it('the first page says how many fit the filter in all, counted no further than 10,000; later pages do not count', async () => {
    const { ctx, testId } = await service.mint();
    for (const name of ['Ana', 'Ben', 'Anastasia']) await service.register(ctx, testId, { ...somebody(), fullName: name });
    const first = await list(ctx, testId, { limit: '1' });
    expect(first.total).toBe(3);
    expect((await list(ctx, testId, { limit: '1', cursor: first.nextCursor ?? '' })).total).toBeNull();
    expect((await list(ctx, testId, { limit: '1', search: 'ana' })).total).toBe(2);
    expect((await list(ctx, testId, { limit: '1', status: 'Completed' })).total).toBe(0);
    const counts: number[] = [];
    const paged = { page: [1], nextCursor: '1' };
    const counting = (rows: number) => totalOf(paged, undefined, async (most) => counts.push(most) && Math.min(rows, most));
    expect(await counting(10_000)).toBe(10_000);
    expect(await counting(10_001)).toBeNull();
    expect(counts).toEqual([10_001, 10_001]);
  });

  it.each([{ limit: '0' }, { limit: '101' }, { limit: 'all' }, { cursor: 'x' }, { status: 'Started' }])(
    'refuses the query %j with 400.1',
    async (query) => {
      const { ctx, testId } = await service.mint();
      const refusal = await refusalOf(listInvitations({ ctx, input: { testId, query } }));
      expect(refusal.statuscode).toBe('400.1');
      expect(refusal.message).toContain(Object.keys(query)[0]);
    },
  );

  it('finds by status', async () => {
    const { ctx, testId } = await service.mint();
    const ids = new Map<string, number>();
    for (const status of statuses) ids.set(status, Number((await service.invite(ctx, testId, status)).id));
    for (const status of statuses)
      expect((await list(ctx, testId, { status })).invitations.map((one) => [one.status, one.testInvitationId])).toEqual([
        [status, ids.get(status)],
      ]);
  });

  it('searches in email and name without regard to case and Unicode form, in any script', async () => {
    const { ctx, testId } = await service.mint();
    await service.register(ctx, testId, { emailId: 'Ana.Núñez@example.com'.normalize('NFD'), fullName: 'Ana' });
    await service.register(ctx, testId, { emailId: 'zh@example.org', fullName: 'Жанна ÅNGSTRÖM' });
    expect(await emails(ctx, testId, { search: 'NÚÑEZ'.normalize('NFC') })).toHaveLength(1);
    expect(await emails(ctx, testId, { search: 'núñez'.normalize('NFD') })).toHaveLength(1);
    expect(await emails(ctx, testId, { search: 'жАННа' })).toEqual(['zh@example.org']);
    expect(await emails(ctx, testId, { search: 'ångström' })).toEqual(['zh@example.org']);
    expect(await emails(ctx, testId, { search: 'EXAMPLE' })).toHaveLength(2);
    expect(await emails(ctx, testId, { search: 'nobody' })).toEqual([]);
  });

  it.each(['%', '_', '\\'])('searches %s as itself', async (sign) => {
    const { ctx, testId } = await service.mint();
    await service.register(ctx, testId, { emailId: 'plain@example.com', fullName: 'Plain' });
    await service.register(ctx, testId, { emailId: 'odd@example.com', fullName: `Odd ${sign} Name` });
    expect(await emails(ctx, testId, { search: sign })).toEqual(['odd@example.com']);
  });

  describe('a search of a large test', () => {
    const rows = 21_500;
    /** A test whose names are counted; the first 20 are `old`. */
    const mintLarge = async () => {
      const { ctx, testId } = await service.mint();
      const columns = `account_id, test_id, test_link_id, email, email_key, full_name, search_text, status, generation, is_current,
        extra_minutes, attempt, created_at, updated_at, origin, email_confirmed, nonce`;
      const numbers =
        engine === 'sqlite'
          ? `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${rows})`
          : `with numbers as (select n from generate_series(1, ${rows}) as n)`;
      const insert = `insert into invitations (${columns}) ${numbers} select ${ctx.accountId}, ${testId}, 0, 'x', 'x' || n, 'x',
        'number ' || n || case when n <= 20 then ' old' else '' end, 'Pending', 1, 1, 0, 1, 0, 0, 'api', 0, 'n' || n from numbers order by n`;
      await service.assay.store.write((tx) => tx.execute(insert, []));
      return { ctx, testId };
    };
    const walk = async (ctx: Context, testId: string, query: Record<string, string>) => {
      const pages: number[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: Awaited<ReturnType<typeof list>> = await list(ctx, testId, { ...query, ...(cursor === '' ? {} : { cursor }) });
        pages.push(page.invitations.length);
        cursor = page.nextCursor;
      }
      return pages;
    };

    it('finds the oldest by the index, in one page', async () => {
      const { ctx, testId } = await mintLarge();
      while ((await service.assay.store.write((tx) => search.addToIndex(tx, 10_000))) > 0);
      expect(await walk(ctx, testId, { search: ' old' })).toEqual([20]);
      expect(await list(ctx, testId, { search: ' old' })).toMatchObject({ total: 20 });
      expect(await list(ctx, testId, { search: 'number' })).toMatchObject({ total: null });
      expect((await list(ctx, testId, { search: 'number 123', limit: '100' })).total).toBe(111);
      expect(await walk(ctx, testId, { search: 'number 123', limit: '100' })).toEqual([100, 11]);
    });

    it('reads at most 20,000 rows for a page where the index does not help, says no total, and goes on in the next', async () => {
      const { ctx, testId } = await mintLarge();
      const first = await list(ctx, testId, { search: 'ol' });
      expect(first.invitations).toEqual([]);
      expect(first.nextCursor).not.toBeNull();
      expect(first).not.toHaveProperty('total');
      expect(await walk(ctx, testId, { search: 'ol' })).toEqual([0, 20]);
      expect(await walk(ctx, testId, { search: 'zz' })).toEqual([0, 0]);
    });
  });

  it('one invitation tells what stands of it, with a URL that works', async () => {
    const { ctx, testId } = await service.mint();
    const registered = service.clock.now;
    const { id, url, candidate } = await service.invite(ctx, testId);
    service.clock.advance(minute);
    await service.complete(candidate);
    await service.generate();
    expect(await value(getInvitation({ ctx, input: { testInvitationId: id } }))).toMatchObject({
      testInvitationId: Number(id),
      testId: Number(testId),
      testLinkId: null,
      status: 'Completed',
      current: true,
      takeTestURL: url,
      createdAt: formatInstant(registered),
      startedAt: formatInstant(service.clock.now),
      completedAt: formatInstant(service.clock.now),
      reportStatus: 'Generated',
      score: totalScore,
      totalScore,
    });
  });

  it('the timeline tells all that happened, oldest first', async () => {
    const { ctx, testId } = await service.mint();
    const person = { emailId: 'ana@example.com', fullName: 'Ana' };
    const { id } = await service.register(ctx, testId, person);
    const input = { testInvitationId: id };
    service.clock.advance(minute);
    await value(cancelInvitation({ ctx, input: { ...input, query: {} } }));
    service.clock.advance(minute);
    const again = await service.register(ctx, testId, person);
    service.clock.advance(minute);
    await value(startAttempt({ candidate: again.candidate }));
    service.clock.advance(minute);
    await service.complete(again.candidate);
    await service.generate();
    const { timeline } = await value(getInvitationTimeline({ ctx, input }));
    expect(timeline.map(({ type }) => type)).toEqual([
      'invitation.registered',
      'invitation.cancelled',
      'invitation.restored',
      'attempt.started',
      'attempt.completed',
      'report.generated',
    ]);
    // The order in which an entry is sent.
    for (const entry of timeline) expect(Object.keys(entry)).toEqual(['at', 'type', 'data']);
    const times = timeline.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    expect(times.at(-1)).toBe(formatInstant(service.clock.now));
  });
});
