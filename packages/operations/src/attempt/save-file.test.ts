import { type FileAnswer, recordingBounds } from '@assay/domain';
import { answerFiles, StoreUnavailable } from '@assay/store';
import { testDialects } from '@assay/store/testing';
import { day, minute, second } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { resetInvitation } from '../invitation/change-invitation.ts';
import type { Assay, Context } from '../support/context.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { smallUpload } from '../testing/reviews.ts';
import { type Invited, useService } from '../testing/service.ts';
import { submitAttempt } from './complete-attempt.ts';
import { getAttempt } from './get-attempt.ts';
import type { Candidate } from './open-invitation.ts';
import { saveAnswer } from './save-answer.ts';
import { saveFile } from './save-file.ts';
import { startAttempt } from './start-attempt.ts';
import { sweepImages } from './sweep-images.ts';

const sections = [
  { name: 'Files', questions: [smallUpload, { ...smallUpload, maxBytes: 10 }, { kind: 'text', prompt: 'Why?', answer: 'So' }] },
];
const pdf = Buffer.from('%PDF-1.4');

describe.each(testDialects)('an uploaded file on %s', (engine) => {
  const service = useService(engine);
  const mint = async () => {
    const { ctx, testId } = await service.mint({ sections });
    const invited = await service.register(ctx, testId);
    await value(startAttempt({ candidate: invited.candidate }));
    return { ctx, testId, ...invited };
  };
  const upload = (candidate: Candidate, over: { questionId?: string; name?: string; sessionId?: string; body?: Uint8Array } = {}) => {
    const { questionId = '1', name = 'Ana – plan.pdf', sessionId, body = pdf } = over;
    return saveFile({ candidate, input: { questionId, query: { name, ...(sessionId === undefined ? {} : { sessionId }) }, body } });
  };
  const answer = (candidate: Candidate, questionId: string, fileId: string, revision = 1) =>
    saveAnswer({ candidate, input: { questionId, body: { answer: { fileId }, revision } } });
  const rows = ({ ctx, id }: { ctx: Context } & Pick<Invited, 'id'>) =>
    service.assay.store.read((db) => answerFiles.list(db, { accountId: ctx.accountId, invitationId: Number(id), attempt: 1 }));
  const filesOf = ({ accountId }: Context) => [...service.images.files.keys()].filter((key) => key.startsWith(`${accountId}/`)).sort();

  it('that takes until the submit is removed again', async () => {
    const one = await mint();
    service.images.files.clear();
    const assay = {
      ...service.assay,
      files: {
        receive: async (...sent: Parameters<Assay['files']['receive']>) => {
          const draft = await service.files.receive(...sent);
          if (draft === undefined) return undefined;
          const putAs = async (key: string) => {
            await draft.putAs(key);
            await value(submitAttempt({ candidate: one.candidate }));
          };
          return { ...draft, putAs };
        },
        put: service.files.put,
        remove: service.files.remove,
        get: service.files.get,
      },
    };
    expect(await statuscodeOf(upload({ ...one.candidate, assay }))).toBe('403.17');
    expect([await rows(one), filesOf(one.ctx)]).toEqual([[], []]);
  });

  it('gives way to newer ones unless an answer names it: ten of a question stay', async () => {
    const one = await mint();
    const first = await value(upload(one.candidate));
    await value(answer(one.candidate, '1', first.fileId));
    const others: string[] = [];
    for (let count = 0; count < 12; count += 1) {
      service.clock.advance(second);
      others.push((await value(upload(one.candidate))).fileId);
    }
    const kept = (await rows(one)).map(({ file_id }) => file_id);
    expect(kept).toEqual([first.fileId, ...others.slice(-9)]);
    expect(filesOf(one.ctx)).toHaveLength(10);
    expect(await statuscodeOf(answer(one.candidate, '1', others[0] ?? '', 2))).toBe('400.1');
  });

  it('is swept after a day if no answer names it; what one names stays, also when the other device gave way', async () => {
    const one = await mint();
    const [unused, before, named] = [
      await value(upload(one.candidate)),
      await value(upload(one.candidate)),
      await value(upload(one.candidate)),
    ];
    await value(answer(one.candidate, '1', before.fileId));
    const setAside = { answer: { fileId: named.fileId }, revision: 2, base: 1, setAside: true };
    await value(saveAnswer({ candidate: one.candidate, input: { questionId: '1', body: setAside } }));
    await value(submitAttempt({ candidate: one.candidate }));
    const orphan = `${one.ctx.accountId}/${one.id}/1/files/orphan`;
    service.images.files.set(orphan, pdf);
    service.clock.advance(2 * day);
    await sweepImages({ assay: service.assay });
    expect((await rows(one)).map(({ file_id, settled }) => [file_id, settled])).toEqual(
      [before, named].map(({ fileId }) => [fileId, 1]).sort(),
    );
    expect(filesOf(one.ctx).some((key) => key.endsWith(unused.fileId) || key === orphan)).toBe(false);
    expect(filesOf(one.ctx)).toHaveLength(2);
  });

  // What follows is about neither locks nor SQL.
  if (engine !== 'sqlite') return;

  it('is stored before it is acknowledged, and becomes the answer by its id, with all that is known of it', async () => {
    const one = await mint();
    const file: FileAnswer = await value(upload(one.candidate));
    expect(file).toEqual({
      fileId: expect.any(String),
      name: 'Ana – plan.pdf',
      type: 'pdf',
      bytes: 8,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(filesOf(one.ctx)).toEqual([`${one.ctx.accountId}/${one.id}/1/files/${file.fileId}`]);
    expect((await value(getAttempt({ candidate: one.candidate }))).answers).toEqual([]);
    expect(await value(answer(one.candidate, '1', file.fileId))).toMatchObject({ accepted: true, answer: file });
    const state = await value(getAttempt({ candidate: one.candidate }));
    expect(state.answers).toMatchObject([{ questionId: 1, answer: file }]);
    expect(state.questions?.map((question) => ('file' in question ? question.file : undefined))).toEqual([
      { accept: ['pdf', 'text'], maxBytes: 10_485_760 },
      { accept: ['pdf', 'text'], maxBytes: 10 },
      undefined,
    ]);
  });

  it.each<[why: string, over: Parameters<typeof upload>[1], statuscode: string]>([
    ['is empty', { body: new Uint8Array() }, '400.1'],
    ['is for a question of another kind', { questionId: '3' }, '400.1'],
    ['is for no question', { questionId: '4' }, '404.1'],
    ['is larger than its question allows', { questionId: '2', body: Buffer.alloc(11) }, '413.1'],
    ['has a name that is too long', { name: 'x'.repeat(256) }, '400.1'],
    ['comes from a page that does not hold the attempt', { sessionId: 'another-page' }, '403.19'],
  ])('is refused when it %s, and leaves nothing', async (_, over, statuscode) => {
    const one = await mint();
    if (statuscode === '403.19') await value(startAttempt({ candidate: one.candidate, input: { body: { sessionId: 'this-page' } } }));
    expect(await statuscodeOf(upload(one.candidate, over))).toBe(statuscode);
    expect([await rows(one), filesOf(one.ctx)]).toEqual([[], []]);
  });

  it.each([undefined, 'png'] as const)(
    'is refused when its content is %s, whatever its name, and the refusal says what is accepted',
    async (type) => {
      const one = await mint();
      service.files.type = type;
      try {
        const refusal = await refusalOf(upload(one.candidate));
        expect(refusal).toMatchObject({ statuscode: '415.1', message: expect.stringContaining('PDF, TXT, CSV, Markdown') });
      } finally {
        service.files.type = 'pdf';
      }
      expect(filesOf(one.ctx)).toEqual([]);
    },
  );

  it('is refused after the deadline, and after the submit', async () => {
    const [late, done] = [await mint(), await mint()];
    await value(submitAttempt({ candidate: done.candidate }));
    expect(await statuscodeOf(upload(done.candidate))).toBe('403.17');
    service.clock.advance(day);
    expect(await statuscodeOf(upload(late.candidate))).toBe('403.16');
    expect([filesOf(late.ctx), filesOf(done.ctx)]).toEqual([[], []]);
  });

  it.each<[what: string, happen: (one: { ctx: Context } & Invited) => Promise<unknown>, statuscode: string]>([
    [
      'the attempt was reset and started again belongs to neither: the new one may have another version',
      async ({ ctx, id, candidate }) => {
        await value(resetInvitation({ ctx, input: { testInvitationId: id } }));
        await value(startAttempt({ candidate, input: { body: { sessionId: 'this-page' } } }));
      },
      '409.1',
    ],
    [
      'another device took the attempt over is none of it',
      ({ candidate }) => value(startAttempt({ candidate, input: { body: { sessionId: 'another-page' } } })),
      '403.19',
    ],
  ])('that takes until %s', async (_, happen, statuscode) => {
    const one = await mint();
    await value(startAttempt({ candidate: one.candidate, input: { body: { sessionId: 'this-page' } } }));
    const assay = {
      ...service.assay,
      files: {
        put: service.files.put,
        remove: service.files.remove,
        get: service.files.get,
        receive: async (...sent: Parameters<Assay['files']['receive']>) => {
          const draft = await service.files.receive(...sent);
          await happen(one);
          return draft;
        },
      },
    };
    expect(await statuscodeOf(upload({ ...one.candidate, assay }, { sessionId: 'this-page' }))).toBe(statuscode);
    expect(filesOf(one.ctx)).toEqual([]);
  });

  it('is an answer to its own question, in its own attempt and account, and to nothing else', async () => {
    const one = await mint();
    const same = await service.register(one.ctx, one.testId);
    await value(startAttempt({ candidate: same.candidate }));
    const stranger = await mint();
    const { fileId } = await value(upload(one.candidate));
    for (const [candidate, questionId, id] of [
      [one.candidate, '2', fileId],
      [one.candidate, '3', fileId],
      [same.candidate, '1', fileId],
      [stranger.candidate, '1', fileId],
      [one.candidate, '1', 'never-issued'],
    ] as const)
      expect(await statuscodeOf(answer(candidate, questionId, id))).toBe('400.1');
    await value(resetInvitation({ ctx: one.ctx, input: { testInvitationId: one.id } }));
    await value(startAttempt({ candidate: one.candidate }));
    expect(await statuscodeOf(answer(one.candidate, '1', fileId))).toBe('400.1');
    expect(
      await statuscodeOf(saveAnswer({ candidate: one.candidate, input: { questionId: '1', body: { answer: 'text', revision: 1 } } })),
    ).toBe('400.1');
  });

  it(`is one of at most ${recordingBounds.files} of an attempt, those that are refused for their content too`, async () => {
    const one = await mint();
    service.files.type = undefined;
    try {
      for (let count = 0; count < recordingBounds.files; count += 1) expect(await statuscodeOf(upload(one.candidate))).toBe('415.1');
    } finally {
      service.files.type = 'pdf';
    }
    expect(await statuscodeOf(upload(one.candidate))).toBe('409.1');
  });

  it('that cannot be written is none of them: its page tries for as long as the disk is full or the bucket down', async () => {
    const one = await mint();
    service.files.fault = new StoreUnavailable('the bucket is down');
    try {
      for (let count = 0; count <= recordingBounds.files; count += 1)
        await expect(upload(one.candidate)).rejects.toThrow('the bucket is down');
    } finally {
      service.files.fault = undefined;
    }
    expect(await value(upload(one.candidate))).toMatchObject({ type: 'pdf' });
  });

  it('of a running attempt stays unsettled, so that one which is replaced later is swept then', async () => {
    const { ctx, testId } = await service.mint({ sections, duration: 10_000 });
    const one = { ctx, ...(await service.register(ctx, testId)) };
    await value(startAttempt({ candidate: one.candidate }));
    const [first, second_] = [await value(upload(one.candidate)), await value(upload(one.candidate))];
    await value(answer(one.candidate, '1', first.fileId));
    service.clock.advance(2 * day);
    await sweepImages({ assay: service.assay });
    expect(await rows(one)).toMatchObject([{ file_id: first.fileId, settled: 0 }]);
    expect(await statuscodeOf(answer(one.candidate, '1', second_.fileId, 2))).toBe('400.1');
    const third = await value(upload(one.candidate));
    await value(answer(one.candidate, '1', third.fileId, 2));
    service.clock.advance(2 * day);
    await sweepImages({ assay: service.assay });
    expect(await rows(one)).toMatchObject([{ file_id: third.fileId }]);
    service.clock.advance(minute);
  });
});
