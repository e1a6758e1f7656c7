import {
  type InvitationTimeline,
  keptFiles,
  type RecordedKind,
  recordingBounds,
  type TimelineEntry,
  type takeOperations,
} from '@assay/domain';
import type { Schema } from '@assay/store';
import { hour, minute, second, smallTest } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { takeApi } from '../api.ts';
import { getInvitationTimeline } from '../invitation/get-invitation.ts';
import type { Context, Outcome } from '../support/context.ts';
import { statuscodeOf, value } from '../testing/outcomes.ts';
import { imageOf } from '../testing/proctoring.ts';
import { smallUpload } from '../testing/reviews.ts';
import { type Invited, useService } from '../testing/service.ts';
import { dumpAccount } from '../testing/tables.ts';

type Name = keyof typeof takeOperations;

const calls = 2100;
/** Those that are not answered with a program or a file; one more of each is. */
const questions = 4;

const programs = {
  name: 'Programs',
  questions: [{ kind: 'coding', prompt: 'Print nothing.', languages: ['javascript'], cases: [{ output: '' }] }, smallUpload],
};

/** A request of each operation that differs from all earlier ones wherever the schema lets it. */
const requests: { readonly [One in Name]: (call: number, now: number) => object } = {
  getAttempt: () => ({}),
  startAttempt: (call) => ({ body: { sessionId: `session-${call}` } }),
  getPicture: (call) => ({ pictureId: String(call) }),
  getSealedPicture: (call) => ({ pictureId: String(call) }),
  getLanguages: () => ({}),
  // Of those to the text question every other one is refused by its base: both ways an answer is set aside.
  saveAnswer: (call) => ({
    questionId: String(1 + (call % questions)),
    body: {
      revision: call + 1,
      base: call % 8 === 7 ? 0 : call,
      setAside: true,
      answer: call % questions === 3 ? `${call}` : null,
      sessionId: `session-${call}`,
    },
  }),
  saveFile: (call) => ({
    questionId: String(questions + 2),
    query: { name: `${call}.pdf`, sessionId: `session-${call}` },
    body: Buffer.from(`%PDF-${call}`),
  }),
  savePlace: (call) => ({ body: { questionId: 1 + (call % questions), flags: [], sessionId: `session-${call}` } }),
  issueTicket: (call) => ({ body: { sessionId: `session-${call}` } }),
  runCode: (call) => ({ body: { questionId: questions + 1, answer: { language: 'javascript', source: `// ${call}` }, input: '' } }),
  recordEdits: (call) => ({
    body: {
      batch: call + 1,
      edits: Array.from({ length: 5 }, (_, index) => ({
        questionId: 1 + index,
        language: 'javascript',
        at: call * 10_000,
        change: [{ from: call, removed: 0, inserted: 'x' }],
      })),
    },
  }),
  recordEvents: (call, now) => ({
    body: { events: Array.from({ length: 10 }, (_, index) => ({ eventId: `${call}-${index}`, type: 'left', at: now + index })) },
  }),
  recordCamera: (call) => ({ body: { state: (['granted', 'denied', 'lost'] as const)[call % 3] } }),
  saveImage: () => ({ body: imageOf() }),
  submitAttempt: (call) => ({ body: { sessionId: `session-${call}` } }),
};

/** Rows that an attempt may have beside those of `recordingBounds`: by table. */
const rowsOfAttempt: Partial<Record<keyof Schema, number>> = {
  answers: questions,
  late_answers: questions,
  set_aside_answers: recordingBounds.answersSetAside,
  places: 1,
  typed_texts: 1,
  answer_files: keptFiles.ofQuestion.files,
  recordings: Object.keys(recordingBounds).length,
  reports: 1,
  // The receipt, the callback and the stakeholder's mail.
  deliveries: 3,
  window_events: recordingBounds.windowEvents,
  proctoring_images: recordingBounds.images,
  timeline:
    recordingBounds.takeovers +
    recordingBounds.answersSetAside +
    recordingBounds.cameraStates +
    recordingBounds.reportFailures +
    recordingBounds.gradingFailures +
    Object.keys(recordingBounds).length +
    // Late answers: those that count, and others.
    questions * 2 +
    3,
};

describe('what one candidate can write', () => {
  const service = useService();

  const running = async (): Promise<Invited & { ctx: Context }> => {
    const { ctx, testId } = await service.mint({ duration: 1440, sections: [...smallTest.sections, programs] });
    const testLinkId = await service.createLink(ctx, testId, { imageProctoring: 1 });
    const invited = await service.registerByLink(ctx, { testId, testLinkId });
    await service.bringTo(ctx, invited, 'In progress');
    return { ...invited, ctx };
  };

  const run = (name: Name, { candidate }: Invited, call: number): Outcome<unknown> => {
    const operation = takeApi[name] as (call: { candidate: Invited['candidate']; input: object }) => Outcome<unknown>;
    return operation({ candidate, input: requests[name](call, service.clock.now) });
  };
  const repeat = async (name: Name, invited: Invited, from: number, count: number): Promise<void> => {
    for (let call = from; call < from + count; call += 1) {
      if (name === 'saveImage' || name === 'runCode') service.clock.advance(3 * second);
      await run(name, invited, call);
    }
  };

  const rowsByTable = async ({ accountId }: Context): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (const line of await dumpAccount(service.assay.store, accountId)) {
      const table = line.slice(0, line.indexOf(' '));
      counts[table] = (counts[table] ?? 0) + 1;
    }
    return counts;
  };
  const growth = (before: Record<string, number>, after: Record<string, number>) =>
    Object.fromEntries(
      Object.entries(after)
        .map(([table, rows]) => [table, rows - (before[table] ?? 0)] as const)
        .filter(([, more]) => more !== 0),
    );

  const timelineOf = async ({ ctx, id }: { ctx: Context; id: string }) => {
    const entries: TimelineEntry[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const query = cursor === undefined ? {} : { cursor };
      const page: InvitationTimeline = await value(getInvitationTimeline({ ctx, input: { testInvitationId: id, query } }));
      entries.push(...page.timeline);
      cursor = page.nextCursor;
    }
    return entries;
  };

  it.each(Object.keys(takeApi) as Name[])('is bounded, however often it is written: %s', async (name) => {
    const invited = await running();
    const before = await rowsByTable(invited.ctx);
    await repeat(name, invited, 0, calls);
    const full = await rowsByTable(invited.ctx);
    for (const [table, rows] of Object.entries(growth(before, full)))
      expect([table, rows]).toEqual([table, Math.min(rows, rowsOfAttempt[table as keyof Schema] ?? 0)]);
    await repeat(name, invited, calls, 50);
    expect(growth(full, await rowsByTable(invited.ctx))).toEqual({});
  });

  it('is bounded after the deadline too: late answers take one row for each question', async () => {
    const invited = await running();
    service.clock.advance(25 * hour);
    await repeat('saveAnswer', invited, 0, 200);
    const full = await rowsByTable(invited.ctx);
    expect(full).toMatchObject({ late_answers: questions });
    for (const name of Object.keys(takeApi) as Name[]) await repeat(name, invited, 1000, 20);
    const more = growth(full, await rowsByTable(invited.ctx));
    for (const [table, rows] of Object.entries(more))
      expect([table, rows <= (rowsOfAttempt[table as keyof Schema] ?? 0)]).toEqual([table, true]);
  });

  // The events first, for they name no session.
  const stops = { recordEvents: 'windowEvents', recordCamera: 'cameraStates', startAttempt: 'takeovers' } as const satisfies Partial<
    Record<Name, RecordedKind>
  >;

  it('stops being recorded at the bound, which the timeline says once; the test goes on', async () => {
    const invited = await running();
    for (const name of Object.keys(stops) as (keyof typeof stops)[]) await repeat(name, invited, 0, 1100);
    const timeline = await timelineOf(invited);
    const stopped = timeline.filter(({ type }) => type === 'recording.stopped').map(({ data }) => data);
    expect(stopped).toEqual(Object.values(stops).map((of) => ({ attempt: 1, of })));
    expect(timeline.filter(({ type }) => type === 'attempt.taken-over')).toHaveLength(recordingBounds.takeovers);

    service.clock.advance(minute);
    const save = (revision: number, sessionId: string) =>
      takeApi.saveAnswer({ candidate: invited.candidate, input: { questionId: '1', body: { answer: null, revision, sessionId } } });
    expect(await statuscodeOf(save(9001, 'session-1099'))).toBe('200.1');
    expect(await statuscodeOf(run('startAttempt', invited, 5000))).toBe('200.1');
    expect(await statuscodeOf(save(9002, 'session-1099'))).toBe('403.19');
    expect(await statuscodeOf(save(9003, 'session-5000'))).toBe('200.1');
    expect(await value(run('recordCamera', invited, 5001))).toEqual({ recorded: false });
    expect(await statuscodeOf(run('submitAttempt', invited, 5000))).toBe('200.1');
  });
});
