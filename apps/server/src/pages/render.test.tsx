import type { AttemptState, JoinState } from '@assay/domain';
import { refusal, refusalCodes } from '@assay/domain';
import Fastify, { type FastifyReply } from 'fastify';
import { describe, expect, test } from 'vitest';
import { fingerprint } from './form.ts';
import { renderJoin, renderMessage, renderRetry, renderTake } from './render.ts';
import { setSite, siteOf } from './site.ts';
import type { TakeView } from './TakePage.tsx';

const evil = '<script>alert(1)</script>';

const state = (over: Partial<AttemptState> = {}): AttemptState => ({
  testInvitationId: 1,
  status: 'Pending',
  access: { state: 'open', closesAt: null },
  organization: 'Nordwind',
  fullName: `Ana ${evil}`,
  test: { testName: `Arithmetic ${evil}`, duration: 90, questions: 4 },
  sections: [{ sectionName: `Basics ${evil}`, sectionType: 'General Questions', questions: 4, duration: 45 }],
  imageProctoring: 0,
  startedAt: null,
  deadline: null,
  completedAt: null,
  redirectURL: null,
  serverTime: '2026-11-03T12:00:00.000Z',
  ...over,
});

const options = [
  { optionId: 'a', text: evil },
  { optionId: 'b', text: '`two`' },
];
const common = { section: 0, marks: 2, penalty: 0.5 };
const running = (over: Partial<AttemptState> = {}): AttemptState =>
  state({
    status: 'In progress',
    startedAt: '2026-11-03T12:00:00.000Z',
    deadline: '2026-11-03T13:30:00.000Z',
    questions: [
      { ...common, questionId: 1, kind: 'single-choice', prompt: `${evil} [x](javascript:alert(1)) [y](https://y.test/)`, options },
      {
        ...common,
        questionId: 2,
        kind: 'multiple-choice',
        prompt: '![far](https://far.test/x.png) ![near](data:image/png;base64,AA==)',
        options,
      },
      { ...common, questionId: 3, kind: 'numeric', prompt: '# Sum' },
      { ...common, questionId: 4, kind: 'text', prompt: '[z](data:image/png;base64,AA==)' },
    ],
    answers: [
      { questionId: 1, answer: 'b', revision: 3 },
      { questionId: 4, answer: `\n</textarea>${evil}`, revision: 1 },
    ],
    ...over,
  });

/** Sends a page through Fastify, as a route does. */
const answer = async (render: (reply: FastifyReply) => FastifyReply, publicUrl = 'https://assess.test/exams/') => {
  const app = Fastify();
  setSite(app, siteOf(publicUrl));
  app.get('/', (_request, reply) => render(reply));
  const { statusCode, headers, body } = await app.inject('/');
  await app.close();
  return { statusCode, headers, body };
};

const path = '/exams/take/t';
const take = (over: Partial<TakeView>) => answer((reply) => renderTake(reply, { path, state: state(), ...over }));

describe('every page', () => {
  test('is HTML that nobody caches, frames or scripts', async () => {
    const { headers, body } = await take({});
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self' https://assess.test; base-uri 'none'; frame-ancestors 'none'",
    });
    expect(body).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(body).not.toMatch(/<script| style="| on[a-z]+="/);
  });

  test('finds its style sheet under the path prefix', async () => {
    expect((await take({})).body).toContain('href="/exams/assets/take.css?v=');
    expect((await answer((reply) => renderTake(reply, { path, state: state() }), 'http://127.0.0.1:8080')).body).toContain(
      '"/assets/take.css?v=',
    );
  });

  test.each(Object.keys(refusalCodes) as (keyof typeof refusalCodes)[])('a refusal %s has a page with its HTTP status', async (code) => {
    const { statusCode, body } = await answer((reply) => renderMessage(reply, refusal(code, `Because ${evil}`)));
    expect(statusCode).toBe(Number.parseInt(refusalCodes[code].statuscode, 10));
    expect(body).toContain('Because &lt;script>alert(1)&lt;/script>');
    expect(body).not.toContain(evil);
  });
});

describe('before the start', () => {
  test('names test, sections, questions and duration, and starts with a form', async () => {
    const { body } = await take({});
    expect(body).toContain('1 hour 30 minutes');
    expect(body).toContain('4 questions');
    expect(body).toContain('Basics &lt;script>');
    expect(body).toContain('action="/exams/take/t/form/start"');
    expect(body).not.toContain(evil);
  });

  test.each([
    [{ state: 'not-open', opensAt: '2026-11-04T08:00:00.000Z' }, 'opens on Wednesday 4 November 2026, 08:00:00 UTC'],
    [{ state: 'outside-slot', opensAt: '2026-11-04T08:00:00.000Z' }, 'opens again on Wednesday 4 November 2026, 08:00:00 UTC'],
    [{ state: 'closed', closedAt: '2026-11-02T08:00:00.000Z' }, 'closed on Monday 2 November 2026, 08:00:00 UTC'],
    [{ state: 'inactive' }, 'not active'],
  ] as const)('%o says why, and offers no start', async (access, words) => {
    const { body } = await take({ state: state({ access }) });
    expect(body).toContain(words);
    expect(body).not.toContain('form/start');
  });

  test('a test that closes before the full time is over says how much is left', async () => {
    const { body } = await take({ state: state({ access: { state: 'open', closesAt: '2026-11-03T12:30:00.000Z' } }) });
    expect(body).toContain('you have 30 minutes');
  });
});

describe('in progress', () => {
  test('shows time left and the deadline in UTC, and fills in what is stored', async () => {
    const { body } = await take({ state: running() });
    expect(body).toContain('1 hour 30 minutes left');
    expect(body).toContain('Tuesday 3 November 2026, 13:30:00 UTC');
    expect(body).toContain('action="/exams/take/t/form/answers"');
    expect(body).toMatch(/<input[^>]*value="b"[^>]*checked/);
    expect(body).toContain('name="revision-1" value="3"');
    expect(body).toContain(`name="before-1" value="${fingerprint('b')}"`);
    // The first line break after the tag is HTML's, the second one the candidate's.
    expect(body).toContain('\n\n&lt;/textarea>&lt;script>');
    expect(body.match(/<fieldset/g)).toHaveLength(4);
    expect(body.match(/<legend/g)).toHaveLength(4);
  });

  test('Markdown is safe: no HTML, no javascript:, no image from elsewhere', async () => {
    const { body } = await take({ state: running() });
    expect(body).not.toContain('<script');
    expect(body).not.toMatch(/href="(javascript|data):[^,]/);
    expect(body).toContain('<a href="https://y.test/" target="_blank" rel="noopener noreferrer nofollow">');
    expect(body).not.toContain('far.test');
    expect(body).toContain('<img src="data:image/png;base64,AA==" alt="near" />');
    expect(body).toContain('<h4>Sum</h4>');
  });

  test('only what the page knows of a question can be in it, not a key that slipped in', async () => {
    const [first] = running().questions ?? [];
    const leaking = { ...first, options: options.map((one) => ({ ...one, correct: 'KEY' })), answer: 'KEY' } as NonNullable<typeof first>;
    expect((await take({ state: running({ questions: [leaking] }) })).body).not.toContain('KEY');
  });

  test('what is not a number stands there again, with a message of its own', async () => {
    const feedback = new Map([[3, { kind: 'fault', message: 'This is not a number.', typed: '12,5"<' } as const]]);
    const { statusCode, body } = await take({ state: running(), feedback });
    expect(statusCode).toBe(400);
    expect(body).toMatch(/value="12,5&quot;&lt;"[^>]*aria-invalid="?true/);
    expect(body).toContain('id="question-3-feedback"');
    expect(body).toContain('href="#question-3"');
  });

  test('a newer answer from elsewhere is shown, and what was sent beside it', async () => {
    const feedback = new Map([[4, { kind: 'newer', yours: `mine ${evil}` } as const]]);
    const { statusCode, body } = await take({ state: running(), feedback });
    expect(statusCode).toBe(200);
    expect(body).toContain('<pre>mine &lt;script>');
  });

  test('says when answers were saved, but not a time yet to come', async () => {
    const now = Date.parse('2026-11-03T12:00:00Z');
    expect((await take({ state: running(), savedAt: now })).body).toContain('Saved at 12:00:00 UTC');
    expect((await take({ state: running(), savedAt: now + 3_600_000 })).body).not.toContain('Saved at');
  });

  test('asks once before submitting, and lists the blanks', async () => {
    const { body } = await take({ state: running(), confirm: true });
    expect(body).toContain('2 questions are blank');
    expect(body).toContain('href="/exams/take/t#question-3"');
    expect(body).not.toContain('#question-1"');
    expect(body).toContain('action="/exams/take/t/form/submit"');
  });

  test('after the deadline there is nothing more to type', async () => {
    const { body } = await take({ state: running({ serverTime: '2026-11-03T13:30:00.000Z' }) });
    expect(body).toContain('The time is over');
    expect(body).toContain('You answered 2 of 4 questions in time');
    expect(body).not.toContain('<fieldset');
  });
});

describe('completed', () => {
  const completed = (redirectURL: string | null) =>
    take({ state: state({ status: 'Completed', completedAt: '2026-11-03T13:00:00.000Z', redirectURL }) });

  test('says when, and leads on', async () => {
    const { body } = await completed('https://jobs.test/done?a=1&b="2"');
    expect(body).toContain('Tuesday 3 November 2026, 13:00:00 UTC');
    expect(body).toContain('href="https://jobs.test/done?a=1&amp;b=%222%22"');
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', 'no url', null])('%s is no link', async (redirectURL) => {
    expect((await completed(redirectURL)).body).not.toContain('Continue to');
  });
});

describe('joining', () => {
  const join: JoinState = {
    organization: 'Nordwind',
    test: { testName: evil, duration: 30, questions: 1 },
    access: { state: 'open', closesAt: null },
    inviteCandidateOnly: 0,
  };

  test('asks name and email by a form that posts to itself', async () => {
    const { statusCode, body } = await answer((reply) => renderJoin(reply, { state: join }));
    expect(statusCode).toBe(200);
    expect(body).toMatch(/<form method="post" class/);
    expect(body).toMatch(/<label for="fullName"/);
    expect(body).not.toContain(evil);
  });

  test('shows what was typed again, and each fault beside its field', async () => {
    const refused = refusal('request.invalid', 'emailId: must be an email address; fullName: is required');
    const { statusCode, body } = await answer((reply) =>
      renderJoin(reply, { state: join, refused, body: { emailId: `"${evil}`, fullName: '' } }),
    );
    expect(statusCode).toBe(400);
    expect(body).toContain('Email address must be an email address.');
    expect(body).toContain('Full name is required.');
    expect(body).toContain('value="&quot;&lt;script>');
  });

  test('a refusal shows with its status', async () => {
    const refused = refusal('join.already-invited', 'The address has been sent');
    const { statusCode, body } = await answer((reply) => renderJoin(reply, { state: join, refused, body: {} }));
    expect(statusCode).toBe(403);
    expect(body).toContain('You are already invited');
  });

  test('a closed test has no form', async () => {
    const closed: JoinState = { ...join, access: { state: 'closed', closedAt: '2026-11-02T08:00:00.000Z' } };
    expect((await answer((reply) => renderJoin(reply, { state: closed }))).body).not.toContain('<form');
  });
});

test('after a fault on our side the page carries what was sent', async () => {
  const body = { 'answer-1': ['a', 'b'], 'answer-2': `\n"${evil}`, action: 'submit' };
  const view = { action: `${path}/form/answers`, body, refusal: refusal('service.unavailable', 'Not available') };
  const page = await answer((reply) => renderRetry(reply, view));
  expect(page.statusCode).toBe(503);
  expect(page.body.match(/<textarea/g)).toHaveLength(4);
  expect(page.body).toContain('\n\n&quot;&lt;script>');
});
