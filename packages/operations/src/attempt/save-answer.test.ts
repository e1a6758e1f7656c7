import { setAsideAnswers } from '@assay/store';
import { testDialects } from '@assay/store/testing';
import { hour, minute, second } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { getInvitationTimeline } from '../invitation/get-invitation.ts';
import { getReport } from '../report/get-report.ts';
import type { Context } from '../support/context.ts';
import { refusalOf, statuscodeOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { closeOverdueAttempts, submitAttempt } from './complete-attempt.ts';
import { getAttempt } from './get-attempt.ts';
import type { Candidate } from './open-invitation.ts';
import { saveAnswer } from './save-answer.ts';

const save = (candidate: Candidate, questionId: string | number, answer: unknown, revision: unknown = 1) =>
  saveAnswer({ candidate, input: { questionId: String(questionId), body: { answer, revision } } });
const savedOf = async (candidate: Candidate) => (await value(getAttempt({ candidate }))).answers;

describe.each(testDialects)('save answer on %s', (engine) => {
  const service = useService(engine);
  const mintRunning = async () => {
    const { ctx, testId } = await service.mint();
    return { ctx, testId, ...(await service.invite(ctx, testId, 'In progress')) };
  };

  it('answers what is stored now: a newer revision overwrites', async () => {
    const { candidate } = await mintRunning();
    const savedAt = new Date(service.clock.now).toISOString();
    expect(await value(save(candidate, 1, 'a', 1))).toEqual({ accepted: true, answer: 'a', revision: 1, savedAt });
    service.clock.advance(minute);
    const later = new Date(service.clock.now).toISOString();
    expect(await value(save(candidate, 1, 'b', 7))).toEqual({ accepted: true, answer: 'b', revision: 7, savedAt: later });
    expect(await savedOf(candidate)).toEqual([{ questionId: 1, answer: 'b', revision: 7, savedAt: later }]);
  });

  it.each(['\ud83d', 'a\ude00\u0000b', ' \u202eleft\u200c '])('keeps a text answer as it was typed: %j', async (answer) => {
    const { candidate } = await mintRunning();
    expect(await value(save(candidate, 4, answer))).toMatchObject({ accepted: true, answer, revision: 1 });
    expect(await savedOf(candidate)).toMatchObject([{ questionId: 4, answer, revision: 1 }]);
  });

  it('a revision may be 1 000 000 000', async () => {
    const { candidate } = await mintRunning();
    expect(await value(save(candidate, 1, 'a', 1_000_000_000))).toMatchObject({ accepted: true });
  });

  it('an older revision never overwrites a newer one', async () => {
    const { candidate } = await mintRunning();
    await value(save(candidate, 1, 'b', 5));
    expect(await value(save(candidate, 1, 'a', 4))).toMatchObject({ accepted: false, answer: 'b', revision: 5 });
    expect(await value(save(candidate, 1, 'b', 4))).toMatchObject({ accepted: false, revision: 5 });
    expect(await savedOf(candidate)).toMatchObject([{ questionId: 1, answer: 'b', revision: 5 }]);
  });

  it('an equal revision with the same answer is accepted, with another answer not', async () => {
    const { candidate } = await mintRunning();
    await value(save(candidate, 2, ['a', 'b'], 3));
    expect(await value(save(candidate, 2, ['b', 'a'], 3))).toMatchObject({ accepted: true, answer: ['a', 'b'], revision: 3 });
    expect(await value(save(candidate, 2, ['c'], 3))).toMatchObject({ accepted: false, answer: ['a', 'b'], revision: 3 });
    expect(await savedOf(candidate)).toMatchObject([{ questionId: 2, answer: ['a', 'b'], revision: 3 }]);
  });

  it('null clears, and an older answer does not come back', async () => {
    const { ctx, id, candidate } = await mintRunning();
    await value(save(candidate, 1, 'b', 1));
    expect(await value(save(candidate, 1, null, 2))).toMatchObject({ accepted: true, answer: null, revision: 2 });
    expect(await value(save(candidate, 1, 'b', 1))).toMatchObject({ accepted: false, answer: null, revision: 2 });
    await value(submitAttempt({ candidate }));
    await service.generate();
    expect(await value(getReport({ ctx, input: { testInvitationId: id } }))).toMatchObject({ score: '0' });
  });

  it('of twenty saves that cross each other the newest revision stays', async () => {
    const { candidate } = await mintRunning();
    const revisions = Array.from({ length: 20 }, (_, index) => ((index * 7) % 20) + 1);
    expect(new Set(revisions).size).toBe(20);
    const done = await Promise.all(revisions.map((revision) => value(save(candidate, 4, `answer ${revision}`, revision))));
    for (const [index, one] of done.entries()) expect(one.revision).toBeGreaterThanOrEqual(revisions[index] ?? 0);
    expect(await savedOf(candidate)).toMatchObject([{ questionId: 4, answer: 'answer 20', revision: 20 }]);
  });

  it('two devices with the same revision and other answers: exactly one is accepted, and both are told which', async () => {
    const { candidate } = await mintRunning();
    const done = await Promise.all([value(save(candidate, 1, 'a', 1)), value(save(candidate, 1, 'b', 1))]);
    expect(done.filter(({ accepted }) => accepted)).toHaveLength(1);
    expect(new Set(done.map(({ answer }) => answer)).size).toBe(1);
  });

  describe('with a base', () => {
    const send = (candidate: Candidate, body: object, questionId = 4) =>
      saveAnswer({ candidate, input: { questionId: String(questionId), body } });
    const setAside = async (ctx: Context, id: string) => {
      const { timeline } = await value(getInvitationTimeline({ ctx, input: { testInvitationId: id } }));
      const entries = timeline.filter(({ type }) => type === 'answer.set-aside').map(({ data }) => data);
      const key = { accountId: ctx.accountId, invitationId: Number(id), attempt: 1, questionId: 4 };
      return { entries, answers: (await service.assay.store.read((db) => setAsideAnswers.list(db, key))).map(({ answer }) => answer) };
    };
    const entry = { attempt: 1, questionId: 4 };

    it('an answer that its page has not seen is never overwritten, whatever its revision; the refused one is set aside', async () => {
      const { ctx, id, candidate } = await mintRunning();
      await value(send(candidate, { answer: 'both have seen it', revision: 1, base: 0 }));
      await value(send(candidate, { answer: 'NEW final answer', revision: 2, base: 1 }));
      const savedAt = new Date(service.clock.now).toISOString();
      service.clock.advance(minute);
      const stored = { answer: 'NEW final answer', revision: 2, savedAt };
      expect(await value(send(candidate, { answer: 'OLD draft', revision: 9, base: 1 }))).toEqual({ accepted: false, ...stored });
      expect(await savedOf(candidate)).toEqual([{ questionId: 4, ...stored }]);
      expect(await setAside(ctx, id)).toEqual({ entries: [entry], answers: ['OLD draft'] });
    });

    it('a repeat of what is stored is accepted', async () => {
      const { ctx, id, candidate } = await mintRunning();
      for (const _ of 'ab') expect(await value(send(candidate, { answer: 'a', revision: 3, base: 0 }))).toMatchObject({ accepted: true });
      expect(await setAside(ctx, id)).toEqual({ entries: [], answers: [] });
    });

    it('the same answer refused twice, or typed on both devices, is set aside once or not at all', async () => {
      const { ctx, id, candidate } = await mintRunning();
      await value(send(candidate, { answer: 'theirs', revision: 5, base: 0 }));
      for (const answer of ['mine', 'theirs', 'mine'])
        expect(await value(send(candidate, { answer, revision: 7, base: 0 }))).toMatchObject({ accepted: false, answer: 'theirs' });
      expect(await setAside(ctx, id)).toEqual({ entries: [entry], answers: ['mine'] });
    });

    it('an answer below the stored revision is refused although its page has seen that one', async () => {
      const { ctx, id, candidate } = await mintRunning();
      await value(send(candidate, { answer: 'b', revision: 5, base: 0 }));
      expect(await value(send(candidate, { answer: 'a', revision: 4, base: 5 }))).toMatchObject({ accepted: false, answer: 'b' });
      expect(await setAside(ctx, id)).toEqual({ entries: [entry], answers: ['a'] });
    });

    it('chosen over the stored one: that one is set aside with the save, once', async () => {
      const { ctx, id, candidate } = await mintRunning();
      await value(send(candidate, { answer: 'theirs', revision: 5, base: 0 }));
      const chosen = { answer: 'mine', revision: 6, base: 5, setAside: true };
      for (const _ of 'ab') expect(await value(send(candidate, chosen))).toMatchObject({ accepted: true, answer: 'mine' });
      expect(await setAside(ctx, id)).toEqual({ entries: [entry], answers: ['theirs'] });
    });

    it('chosen over one that was replaced meanwhile: refused, and set aside itself', async () => {
      const { ctx, id, candidate } = await mintRunning();
      await value(send(candidate, { answer: 'theirs', revision: 5, base: 0 }));
      await value(send(candidate, { answer: 'theirs, longer', revision: 6, base: 5 }));
      const chosen = { answer: 'mine', revision: 7, base: 5, setAside: true };
      expect(await value(send(candidate, chosen))).toMatchObject({ accepted: false, answer: 'theirs, longer', revision: 6 });
      expect(await setAside(ctx, id)).toEqual({ entries: [entry], answers: ['mine'] });
    });

    it('two devices that save over the same answer at once: one is accepted, the other set aside', async () => {
      const { ctx, id, candidate } = await mintRunning();
      await value(send(candidate, { answer: 'first', revision: 1, base: 0 }));
      const sent = ['here', 'there'].map((answer, index) => ({ answer, revision: 2 + index, base: 1 }));
      const done = await Promise.all(sent.map((body) => value(send(candidate, body))));
      expect(done.filter(({ accepted }) => accepted)).toHaveLength(1);
      const refused = sent.filter((_, index) => done[index]?.accepted === false).map(({ answer }) => answer);
      expect(await setAside(ctx, id)).toEqual({ entries: [entry], answers: refused });
    });

    it.each([-1, 1.5, 'one', 1_000_000_001])('refuses the base %j with 400.1', async (base) => {
      const { candidate } = await mintRunning();
      const refusal = await refusalOf(send(candidate, { answer: 'b', revision: 1, base }));
      expect([refusal.statuscode, refusal.message.split(':')[0]]).toEqual(['400.1', 'base']);
    });
  });

  it.each([
    ['Pending', 'resource.conflict'],
    ['Reset', 'resource.conflict'],
    ['Completed', 'take.completed'],
    ['Cancelled', 'take.cancelled'],
  ] as const)('an attempt that is %s takes no answers: %s', async (status, code) => {
    const { ctx, testId } = await service.mint();
    const { candidate } = await service.invite(ctx, testId, status);
    expect(await refusalOf(save(candidate, 1, 'a', 9))).toMatchObject({ code });
  });

  it('answers count until 30 s after the deadline', async () => {
    const { ctx, id, candidate } = await mintRunning();
    service.clock.advance(hour + 30 * second);
    expect(await value(save(candidate, 1, 'b'))).toMatchObject({ accepted: true });
    service.clock.advance(1);
    await value(submitAttempt({ candidate }));
    await service.generate();
    expect(await value(getReport({ ctx, input: { testInvitationId: id } }))).toMatchObject({ score: '2' });
  });

  it.each(['still open', 'closed meanwhile'])(
    'later ones (attempt %s) are kept, not graded, shown in the timeline, and told the time that passed',
    async (when) => {
      const { ctx, id, candidate } = await mintRunning();
      const { deadline } = await value(getAttempt({ candidate }));
      await value(save(candidate, 4, 'Lyon', 1));
      service.clock.advance(hour + 30 * second + 1);
      if (when === 'closed meanwhile') expect(await closeOverdueAttempts({ assay: service.assay })).toBeGreaterThan(0);
      const refusal = await refusalOf(save(candidate, 4, 'Paris', 2));
      expect(refusal).toMatchObject({ code: 'take.deadline-passed', statuscode: '403.16' });
      expect(refusal.message).toContain(deadline?.slice(0, 19));
      const at = new Date(service.clock.now).toISOString();
      service.clock.advance(second);
      await closeOverdueAttempts({ assay: service.assay });
      await service.generate();
      const input = { testInvitationId: id };
      expect(await value(getReport({ ctx, input }))).toMatchObject({ score: '0', testStatus: 'Completed' });
      const { timeline } = await value(getInvitationTimeline({ ctx, input }));
      expect(timeline.filter(({ type }) => type === 'answer.late')).toEqual([
        { at, type: 'answer.late', data: { attempt: 1, questionId: 4, answer: 'Paris', revision: 2 } },
      ]);
    },
  );
});

describe('an answer that is read', () => {
  const service = useService();
  const mintRunning = async () => {
    const { ctx, testId } = await service.mint();
    return { ctx, testId, ...(await service.invite(ctx, testId, 'In progress')) };
  };

  it.each([
    [1, 'd'],
    [1, ['a']],
    [2, 'a'],
    [2, ['a', 'z']],
    [3, '12.5'],
    [4, 5],
    [4, 'x'.repeat(20_001)],
    [1, { optionId: 'a' }],
    [1, true],
  ])("refuses an answer that is none of its question's kind with 400.1 (%#)", async (questionId, answer) => {
    const { candidate } = await mintRunning();
    const refusal = await refusalOf(save(candidate, questionId, answer));
    expect(refusal.statuscode).toBe('400.1');
    expect(refusal.message).toContain('answer');
    expect(await savedOf(candidate)).toEqual([]);
  });

  it('a text answer may have 20,000 characters', async () => {
    const { candidate } = await mintRunning();
    expect(await value(save(candidate, 4, '𝒜'.repeat(20_000)))).toMatchObject({ accepted: true });
  });

  it.each([0, -1, 1.5, 'one', null, undefined, 1_000_000_001, 2 ** 53])('refuses the revision %j with 400.1', async (revision) => {
    const { candidate } = await mintRunning();
    const refusal = await refusalOf(saveAnswer({ candidate, input: { questionId: '1', body: { answer: 'b', revision } } }));
    expect(refusal.statuscode).toBe('400.1');
    expect(refusal.message).toContain('revision');
  });

  it('an answer that is missing is 400.1 and clears nothing', async () => {
    const { candidate } = await mintRunning();
    await value(save(candidate, 1, 'b', 1));
    expect(await statuscodeOf(saveAnswer({ candidate, input: { questionId: '1', body: { revision: 2 } } }))).toBe('400.1');
    expect(await savedOf(candidate)).toMatchObject([{ questionId: 1, answer: 'b', revision: 1 }]);
  });

  it.each([
    ['0', '404.1'],
    ['5', '404.1'],
    ['9223372036854775807', '404.1'],
    ['9223372036854775808', '400.1'],
    ['-1', '404.1'],
    ['one', '400.1'],
  ])('the question id %s is %s', async (questionId, statuscode) => {
    const { candidate } = await mintRunning();
    expect(await statuscodeOf(save(candidate, questionId, 'b'))).toBe(statuscode);
  });
});
