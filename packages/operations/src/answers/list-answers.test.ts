import { formatInstant } from '@assay/domain';
import { testDialects } from '@assay/store/testing';
import { mixedAnswers } from '@assay/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../account/api-keys.ts';
import { listAudit } from '../account/audit.ts';
import { authenticate } from '../account/authenticate.ts';
import { submitAttempt } from '../attempt/complete-attempt.ts';
import { saveAnswer } from '../attempt/save-answer.ts';
import { savePlace } from '../attempt/save-place.ts';
import { resetInvitation } from '../invitation/change-invitation.ts';
import type { Context } from '../support/context.ts';
import { refusalOf, value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { listAnswers } from './list-answers.ts';

describe.each(testDialects)('the answers of an attempt, on %s', (engine) => {
  const service = useService(engine);
  let test: Awaited<ReturnType<typeof service.mint>>;
  beforeAll(async () => {
    test = await service.mint();
  });
  const list = (testInvitationId: string, query: Record<string, string> = {}, { ctx }: { ctx: Context } = test) =>
    listAnswers({ ctx, input: { testInvitationId, query } });
  const begin = async () => {
    const { id, candidate } = await service.invite(test.ctx, test.testId, 'In progress');
    await service.answer(candidate, mixedAnswers);
    return { id, candidate };
  };
  const complete = async () => {
    const { id, candidate } = await begin();
    await value(submitAttempt({ candidate }));
    return { id, candidate };
  };

  it('are what was answered, in words too, beside the key, and how it was graded once the report is generated', async () => {
    const { id } = await complete();
    const waiting = await value(list(id));
    expect(waiting).toMatchObject({ attempt: 1, testVersion: 1, completedBy: 'candidate', reportStatus: 'Pending', nextCursor: null });
    expect(waiting.questions.map(({ score, outcome }) => [score, outcome])).toEqual(Array(4).fill([null, null]));
    await service.generate();
    const { questions } = await value(list(id));
    expect(questions).toMatchObject([
      {
        questionId: 1,
        section: 'Choices',
        kind: 'single-choice',
        prompt: 'Which planet is the largest?',
        answer: 'a',
        answerText: 'Mars',
        key: 'b',
        keyText: 'Jupiter',
        marks: 2,
        penalty: 0.5,
        score: -0.5,
        outcome: 'wrong',
        late: false,
      },
      { answer: ['a', 'b', 'c'], answerText: '2; 3; 4', key: ['a', 'b', 'd'], keyText: '2; 3; 5', score: 1, outcome: 'partial' },
      { answer: 12.55, answerText: '12.55', key: 12.5, keyText: '12.5 ± 0.0625', tolerance: 0.0625, score: 1.5, outcome: 'right' },
      { answer: '', answerText: null, key: ['Paris', 'paname'], keyText: 'Paris; paname', score: 0, outcome: 'blank' },
    ]);
    expect(questions[0]?.options).toContainEqual({ optionId: 'b', text: 'Jupiter', correct: true });
  });

  it('say when they were changed, how long each question was on the screen, and how much was pasted, but no earlier text', async () => {
    const { id, candidate } = await service.invite(test.ctx, test.testId, 'In progress');
    const startedAt = service.clock.now;
    const save = async (questionId: string, body: object) => {
      service.clock.advance(10_000);
      await value(saveAnswer({ candidate, input: { questionId, body } }));
    };
    const goTo = (questionId: number) => value(savePlace({ candidate, input: { body: { questionId, flags: [] } } }));
    await save('1', { answer: 'a', revision: 1 });
    await save('1', { answer: 'b', revision: 2 });
    await save('1', { answer: 'a', revision: 1 });
    await goTo(4);
    await goTo(4);
    await save('4', { answer: 'London', revision: 1 });
    await save('4', { answer: 'Paris', revision: 5, pasted: 3 });
    await value(submitAttempt({ candidate }));
    const { questions } = await value(list(id));
    const at = (seconds: number) => formatInstant(startedAt + seconds * 1000);
    expect(questions).toMatchObject([
      {
        secondsShown: 30,
        timesShown: 1,
        pasted: null,
        revisions: [
          { revision: 1, at: at(10), size: 1, picked: 'a' },
          { revision: 2, at: at(20), size: 1, picked: 'b' },
        ],
      },
      { secondsShown: null, timesShown: 0, revisions: [] },
      { secondsShown: null, timesShown: 0, revisions: [] },
      {
        secondsShown: 20,
        timesShown: 1,
        pasted: 3,
        revisions: [
          { revision: 1, at: at(40), size: 6 },
          { revision: 5, at: at(50), size: 5 },
        ],
      },
    ]);
    expect(JSON.stringify(questions)).not.toContain('London');
  });

  it('come with what stands out in the attempt, on every page, and with nothing where nothing does', async () => {
    const { ctx } = test;
    const prompt = 'Which of these planets is the largest, by its mass and by its diameter? '.repeat(4);
    const options = [{ text: 'Mars' }, { text: 'Jupiter', correct: true }];
    const questions = Array.from({ length: 12 }, (_, index) => ({ kind: 'single-choice', prompt: `${index}. ${prompt}`, options }));
    const testId = await service.importTest(ctx, { sections: [{ name: 'Planets', questions }] });
    const take = async (pause: number) => {
      const { id, candidate } = await service.invite(ctx, testId, 'In progress');
      for (let number = 1; number <= 12; number += 1) {
        service.clock.advance(pause);
        await value(saveAnswer({ candidate, input: { questionId: String(number), body: { answer: 'b', revision: 1 } } }));
      }
      await value(submitAttempt({ candidate }));
      await service.generate();
      return value(list(id, { limit: '2', cursor: '4' }));
    };
    expect((await take(60_000)).signals).toEqual([]);
    const { signals } = await take(10);
    expect(signals).toMatchObject([
      { kind: 'faster-than-reading', figures: { answers: 12, seconds: 0.1 } },
      { kind: 'burst', figures: { answers: 12, of: 12, seconds: 0.1 } },
    ]);
  });

  it('come in pages', async () => {
    const { id } = await complete();
    const first = await value(list(id, { limit: '3' }));
    const second = await value(list(id, { limit: '3', cursor: first.nextCursor ?? '' }));
    expect([...first.questions, ...second.questions].map(({ questionId }) => questionId)).toEqual([1, 2, 3, 4]);
    expect(second.nextCursor).toBeNull();
  });

  it('are of completed attempts only, also of those that a reset archived', async () => {
    const pending = await service.invite(test.ctx, test.testId);
    expect((await refusalOf(list(pending.id))).statuscode).toBe('409.1');
    const { id, candidate } = await begin();
    expect(await refusalOf(list(id))).toMatchObject({ statuscode: '409.1', message: expect.stringContaining('In progress') });
    await value(resetInvitation({ ctx: test.ctx, input: { testInvitationId: id } }));
    await service.complete(candidate, { 1: 'b' });
    await value(resetInvitation({ ctx: test.ctx, input: { testInvitationId: id } }));
    expect((await refusalOf(list(id, { attempt: '1' }))).statuscode).toBe('409.1');
    expect((await value(list(id, { attempt: '2' }))).questions[0]?.answer).toBe('b');
    expect((await refusalOf(list(id))).statuscode).toBe('409.1');
    for (const attempt of ['0', '4']) expect((await refusalOf(list(id, { attempt }))).statuscode).toBe('404.1');
  });

  it('leave in the audit which key looked, and a look that is refused leaves nothing', async () => {
    const { id } = await complete();
    const created = await value(createApiKey({ ctx: test.ctx, input: { body: { name: 'Reviewer', scopes: ['read-answers'] } } }));
    const ctx = await value(authenticate({ assay: service.assay, apiKey: created.apiKey }));
    const looks = async () => {
      const { entries } = await value(listAudit({ ctx: test.ctx, input: { query: {} } }));
      return entries.filter(({ type, keyId }) => type === 'answers.read' && keyId === created.keyId);
    };
    await refusalOf(list(id, { attempt: '9' }, { ctx }));
    expect(await looks()).toEqual([]);
    await value(list(id, {}, { ctx }));
    await value(list(id, { cursor: '2' }, { ctx }));
    const data = { form: 'list', testInvitationId: Number(id), attempt: 1 };
    expect(await looks()).toMatchObject([{ keyId: created.keyId, keyName: 'Reviewer', data }]);
  });

  it('need a scope that no other one includes, and that a key gives only if it has it', async () => {
    const { id } = await complete();
    const ctx = { ...test.ctx, scopes: new Set(['read', 'invite', 'manage'] as const) };
    expect(await refusalOf(list(id, {}, { ctx }))).toMatchObject({ statuscode: '403.1', message: expect.stringContaining('read-answers') });
    const given = createApiKey({ ctx, input: { body: { name: 'Reviewer', scopes: ['read-answers'] } } });
    expect((await refusalOf(given)).statuscode).toBe('403.1');
  });
});
