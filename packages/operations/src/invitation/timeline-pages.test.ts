import { testDialects } from '@assay/store/testing';
import { hour, second } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { recordCamera } from '../attempt/record-camera.ts';
import { saveAnswer } from '../attempt/save-answer.ts';
import type { Context } from '../support/context.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { type Invited, useService } from '../testing/service.ts';
import { getInvitationTimeline } from './get-invitation.ts';

describe.each(testDialects)('the timeline of an invitation on %s', (engine) => {
  const service = useService(engine);
  const page = (ctx: Context, testInvitationId: string, query?: Record<string, string>) =>
    getInvitationTimeline({ ctx, input: { testInvitationId, query } });
  const mint = async (cameras: number): Promise<Invited & { ctx: Context }> => {
    const { ctx, testId } = await service.mint();
    const invited = await service.invite(ctx, testId, 'In progress');
    for (let count = 0; count < cameras; count += 1) {
      service.clock.advance(second);
      await value(recordCamera({ candidate: invited.candidate, input: { body: { state: 'lost' } } }));
    }
    return { ...invited, ctx };
  };

  it('comes in pages, oldest first, without gap or repetition, whatever their size', async () => {
    const { ctx, id } = await mint(58);
    const whole = await value(page(ctx, id, { limit: '100' }));
    expect(whole.timeline.map(({ type }) => type)).toEqual([
      'invitation.registered',
      'attempt.started',
      ...Array.from({ length: 58 }, () => 'camera.lost'),
    ]);
    expect(whole.nextCursor).toBeNull();
    for (const limit of ['1', '2', '7', '60']) {
      const entries: unknown[] = [];
      let cursor: string | null = null;
      do {
        const query: Record<string, string> = cursor === null ? { limit } : { limit, cursor };
        const next: Awaited<ReturnType<typeof value<{ timeline: unknown[]; nextCursor: string | null }>>> = await value(
          page(ctx, id, query),
        );
        expect(next.timeline.length).toBeLessThanOrEqual(Number(limit));
        entries.push(...next.timeline);
        cursor = next.nextCursor;
      } while (cursor !== null);
      expect([limit, entries]).toEqual([limit, whole.timeline]);
    }
  });

  it('without parameters is the first 50 entries', async () => {
    const { ctx, id } = await mint(50);
    const first = await value(page(ctx, id));
    expect([first.timeline.length, first.timeline[0]?.type]).toEqual([50, 'invitation.registered']);
    expect((await value(page(ctx, id, { cursor: first.nextCursor ?? '' }))).timeline).toHaveLength(2);
  });

  it('shows a late answer once, as it was sent last', async () => {
    const { ctx, id, candidate } = await mint(0);
    service.clock.advance(2 * hour);
    for (const revision of [1, 2]) {
      service.clock.advance(second);
      expect(await statuscodeOf(saveAnswer({ candidate, input: { questionId: '4', body: { answer: `try ${revision}`, revision } } }))).toBe(
        '403.16',
      );
    }
    const { timeline } = await value(page(ctx, id));
    expect(timeline.filter(({ type }) => type === 'answer.late')).toEqual([
      {
        at: new Date(service.clock.now).toISOString(),
        type: 'answer.late',
        data: { attempt: 1, questionId: 4, answer: 'try 2', revision: 2 },
      },
    ]);
  });

  it.each([{ limit: '0' }, { limit: '101' }, { cursor: 'x' }, { cursor: '-1' }])('refuses %j', async (query) => {
    const { ctx, id } = await mint(0);
    const refusal = await refusalOf(page(ctx, id, query));
    expect([refusal.statuscode, refusal.message.split(':')[0]]).toEqual(['400.1', Object.keys(query)[0]]);
  });
});
