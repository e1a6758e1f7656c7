import { createSecretKey } from 'node:crypto';
import { minute, somebody } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { updateAccount } from '../account/manage-accounts.ts';
import { refusalOf, value } from '../testing/outcomes.ts';
import { statuses, useService } from '../testing/service.ts';
import { submitAttempt } from './complete-attempt.ts';
import { getAttempt } from './get-attempt.ts';
import { recordCamera } from './record-camera.ts';
import { recordEvents } from './record-events.ts';
import { saveAnswer } from './save-answer.ts';
import { saveImage } from './save-image.ts';
import { startAttempt } from './start-attempt.ts';

/** Every field name and every text, anywhere inside. */
const fieldsAndTexts = (inside: unknown): string[] => {
  if (typeof inside === 'string') return [inside];
  if (typeof inside !== 'object' || inside === null) return [];
  return Object.entries(inside).flatMap(([name, field]) => [name, ...fieldsAndTexts(field)]);
};

describe('attempt state', () => {
  const service = useService();

  it('the questions never carry the key', async () => {
    const { ctx, testId } = await service.mint();
    const { candidate } = await service.invite(ctx, testId);
    for (const state of [await value(startAttempt({ candidate })), await value(getAttempt({ candidate }))]) {
      const found = fieldsAndTexts(state.questions);
      for (const secret of ['correct', 'answer', 'answers', 'tolerance', 'outcome', 'score', 'Paris', 'paname'])
        expect(found).not.toContain(secret);
      expect(JSON.stringify(state)).not.toMatch(/correct|tolerance|Paris|paname|12\.5|0\.0625/);
    }
  });

  it('a question is questionId, section, kind, prompt, marks, penalty and the options with optionId, and each text as HTML too', async () => {
    const { ctx, testId } = await service.mint();
    const { candidate } = await service.invite(ctx, testId, 'In progress');
    const { questions } = await value(getAttempt({ candidate }));
    const written = (prompt: string) => ({ prompt, html: `<p>${prompt}</p>\n` });
    expect(questions).toEqual([
      {
        questionId: 1,
        section: 0,
        kind: 'single-choice',
        ...written('Which planet is the largest?'),
        marks: 2,
        penalty: 0.5,
        options: [
          { optionId: 'a', text: 'Mars', html: 'Mars' },
          { optionId: 'b', text: 'Jupiter', html: 'Jupiter' },
          { optionId: 'c', text: 'Venus', html: 'Venus' },
        ],
      },
      {
        questionId: 2,
        section: 0,
        kind: 'multiple-choice',
        ...written('Which numbers are prime?'),
        marks: 3,
        penalty: 1,
        options: ['2', '3', '4', '5'].map((text, index) => ({ optionId: 'abcd'.charAt(index), text, html: text })),
      },
      { questionId: 3, section: 1, kind: 'numeric', ...written('What is 25 / 2?'), marks: 1.5, penalty: 0.25 },
      { questionId: 4, section: 1, kind: 'text', ...written('What is the capital of France?'), marks: 1, penalty: 0 },
    ]);
  });

  it.each(statuses.filter((status) => status !== 'Cancelled'))('%s: questions and saved answers only while In progress', async (status) => {
    const { ctx, testId } = await service.mint();
    const { candidate } = await service.invite(ctx, testId, status);
    const state = await value(getAttempt({ candidate }));
    expect(state).toMatchObject({
      status,
      organization: 'Acme',
      support: null,
      privacy: null,
      answered: status === 'Completed' ? 4 : null,
      test: { testName: 'A little of everything', duration: 60, questions: 4 },
      sections: [
        { sectionName: 'Choices', sectionType: 'General Questions', questions: 2, duration: 30 },
        { sectionName: 'Words and numbers', sectionType: 'General Questions', questions: 2, duration: 0 },
      ],
    });
    expect('questions' in state).toBe(status === 'In progress');
    expect('answers' in state).toBe(status === 'In progress');
  });

  it('tells how many questions have an answer once it is completed: blank and cleared ones have none', async () => {
    const { ctx, testId } = await service.mint();
    const { candidate } = await service.invite(ctx, testId, 'In progress');
    await service.answer(candidate, { 1: 'b', 2: ['a'], 3: 0, 4: '  ' });
    await service.answer(candidate, { 1: null, 2: [] }, 2);
    expect(await value(getAttempt({ candidate }))).toMatchObject({ answered: null });
    await value(submitAttempt({ candidate }));
    expect(await value(getAttempt({ candidate }))).toMatchObject({ answered: 1 });
  });

  it("tells the account's notices as they are now", async () => {
    const { ctx, testId } = await service.mint();
    const { candidate } = await service.invite(ctx, testId);
    const notices = { support: 'help@acme.example', privacy: 'https://acme.example/privacy' };
    await value(updateAccount({ assay: service.assay, accountId: ctx.accountId, input: notices }));
    expect(await value(getAttempt({ candidate }))).toMatchObject(notices);
    expect(await value(startAttempt({ candidate }))).toMatchObject(notices);
  });

  it('the redirectURL is told once the test is completed, not before, byte for byte, with {testInvitationId} filled in', async () => {
    const { ctx, testId } = await service.mint();
    const body = { ...somebody(), redirectURL: 'https://ATS.example/thanks?a=b%20c&t=1+1&i={testInvitationId}#top' };
    const { id, candidate } = await service.register(ctx, testId, body);
    const redirectURL = `https://ATS.example/thanks?a=b%20c&t=1+1&i=${id}#top`;
    expect(await value(startAttempt({ candidate }))).toMatchObject({ redirectURL: null });
    expect(await value(submitAttempt({ candidate }))).toMatchObject({ redirectURL });
    expect(await value(submitAttempt({ candidate }))).toMatchObject({ redirectURL });
    expect(await value(getAttempt({ candidate }))).toMatchObject({ redirectURL });
  });

  it('the token is the only credential: one that was changed, or signed with another secret, is 404.1 on every call', async () => {
    const { ctx, testId } = await service.mint();
    const { candidate } = await service.invite(ctx, testId, 'In progress');
    const other = await service.invite(ctx, testId, 'In progress');
    const [payload = '', signature = ''] = candidate.token.split('.');
    const [otherPayload = ''] = other.candidate.token.split('.');
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    const stranger = { ...service.assay, secret: createSecretKey(Buffer.alloc(32, 8)) };
    const wrong = [
      { assay: service.assay, token: '' },
      { assay: service.assay, token: payload },
      { assay: service.assay, token: `${payload}.` },
      { assay: service.assay, token: `${payload}.${flipped}` },
      { assay: service.assay, token: `${otherPayload}.${signature}` },
      { assay: service.assay, token: `${candidate.token}x` },
      { assay: stranger, token: candidate.token },
    ];
    for (const one of wrong) {
      const calls = [
        getAttempt({ candidate: one }),
        startAttempt({ candidate: one }),
        saveAnswer({ candidate: one, input: { questionId: '1', body: { answer: 'b', revision: 1 } } }),
        recordEvents({ candidate: one, input: { body: { events: [{ type: 'left', at: service.clock.now }] } } }),
        submitAttempt({ candidate: one }),
        recordCamera({ candidate: one, input: { body: { state: 'granted' } } }),
        saveImage({ candidate: one, input: { body: Uint8Array.of(0xff) } }),
      ];
      for (const call of calls) expect((await refusalOf(call)).statuscode).toBe('404.1');
    }
    expect(await value(getAttempt({ candidate }))).toMatchObject({ status: 'In progress', answers: [] });
  });

  it('an attempt stays on the version it started with; one not started follows the test', async () => {
    const { ctx, testId } = await service.mint({ key: 'pinned' });
    const running = await service.invite(ctx, testId, 'In progress');
    const waiting = await service.invite(ctx, testId);
    service.clock.advance(minute);
    const next = { kind: 'numeric', prompt: 'How many?', answer: 1 };
    await service.importTest(ctx, { key: 'pinned', name: 'Second edition', duration: 30, sections: [{ name: 'Only', questions: [next] }] });
    expect(await value(getAttempt({ candidate: running.candidate }))).toMatchObject({ test: { duration: 60, questions: 4 } });
    expect((await value(startAttempt({ candidate: running.candidate }))).questions).toHaveLength(4);
    const started = await value(startAttempt({ candidate: waiting.candidate }));
    expect(started).toMatchObject({
      test: { testName: 'Second edition', duration: 30, questions: 1 },
      questions: [{ prompt: 'How many?' }],
    });
  });
});
