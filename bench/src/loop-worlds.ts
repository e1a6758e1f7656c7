import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { editsOf } from './loop-cases.ts';
import { repeated, units, wellFormed } from './loop-shapes.ts';

/** Sends one request to the measured server, and records under the name for how long it held the event loop. */
export type Send = (name: string, request: { method: string; path: string; body?: unknown }) => Promise<unknown>;

export type World = { readonly name: string; readonly testId: number; readonly invitations: readonly number[]; readonly token: string };

type Question = Readonly<Record<string, unknown>>;
export const sessionId = 'bench session';

/** A text of this length made of one unit, which begins as a text that is allowed. */
const textOf = (unit: string, length: number): string => wellFormed(`x${unit.repeat(Math.ceil(length / unit.length))}`.slice(0, length));
const kinds = Object.values(units).filter((unit) => wellFormed(unit) === unit);
const unitOf = (index: number): string => kinds[index % kinds.length] ?? 'a';

const choices = (prompt: string, text: (index: number) => string): Question => ({
  kind: 'multiple-choice',
  prompt,
  options: repeated(26, (index) => ({ text: text(index), correct: true })),
});

const rubric = repeated(10, (index) => ({
  criterion: textOf(unitOf(index), 200),
  levels: repeated(9, (marks) => ({ marks, text: textOf(unitOf(marks), 1000) })),
}));

const markup = ['~~~ts\na<b<', '[](', '**_', '`a', '> - 1. ', '<a ', '|a|b', '![a](', '&lt;', '# a\n'];

const program = (unit: string): Question => ({
  kind: 'coding',
  prompt: textOf('a<b< ', 20_000),
  languages: ['javascript', 'python'],
  cases: repeated(10, () => ({ input: textOf(unit, 5_000), output: textOf(unit, 5_000) })),
});

/** Tests of which everything is as long, as many or as odd as it may be. */
const tests: Readonly<Record<string, { readonly questions: readonly Question[]; readonly answered: number }>> = {
  wide: { questions: repeated(1000, () => choices('Which of these?', (index) => `option ${index}`)), answered: 250 },
  long: { questions: repeated(80, (index) => choices(textOf(unitOf(index), 20_000), (of) => textOf(unitOf(of), 1000))), answered: 80 },
  markup: { questions: repeated(80, (index) => choices(textOf(markup[index % markup.length] ?? '', 49_000), () => 'a')), answered: 10 },
  texts: {
    questions: repeated(90, (index) => ({
      kind: 'text',
      prompt: textOf(unitOf(index), 2000),
      answers: repeated(index % 2 === 0 ? 1 : 200, (of) => textOf(unitOf(of), index % 2 === 0 ? 20_000 : 300)),
    })),
    answered: 90,
  },
  essays: { questions: repeated(24, (index) => ({ kind: 'essay', prompt: textOf(unitOf(index), 50_000), rubric })), answered: 24 },
  pictures: {
    questions: repeated(300, (index) => ({
      kind: 'text',
      prompt: `![${index}](data:image/png;base64,${randomBytes(36_000).toString('base64')})`,
      answer: 'yes',
    })),
    answered: 10,
  },
  programs: { questions: repeated(40, (index) => program(unitOf(index))), answered: 40 },
};

const answerOf = ({ kind }: Question, index: number): unknown => {
  if (kind === 'essay') return textOf(unitOf(index), 40_000);
  if (kind === 'text') return textOf(unitOf(index), 20_000);
  if (kind !== 'coding') return repeated(26, (of) => String.fromCharCode(97 + of));
  const source = textOf(unitOf(index), 65_000);
  return {
    language: index % 2 === 0 ? 'javascript' : 'python',
    source: Buffer.from(source).subarray(0, 60_000).toString().replaceAll('\ufffd', ''),
  };
};

type Taken = { readonly testInvitationId: number; readonly token: string };

export const register = async (send: Send, testId: number, index: number): Promise<Taken> => {
  const body = { emailId: `c${index}@example.com`, fullName: textOf(unitOf(index), 200).replace(/[\r\n\u202e]/g, 'x') };
  const registered = (await send('registerCandidate: a name of each kind', {
    method: 'POST',
    path: `/v2/org/tests/${testId}/register`,
    body,
  })) as {
    testInvitationId: number;
    takeTestURL: string;
  };
  const token = registered.takeTestURL.split('/').at(-1) ?? '';
  await send('startAttempt: a test of each kind', { method: 'POST', path: `/take/${token}/start`, body: { sessionId } });
  return { testInvitationId: registered.testInvitationId, token };
};

const take = async (send: Send, name: string, testId: number, index: number): Promise<Taken> => {
  const { questions = [], answered = 0 } = tests[name] ?? {};
  const taken = await register(send, testId, index);
  for (const [at, question] of questions.slice(0, answered).entries()) {
    const body = { revision: 1, sessionId, answer: answerOf(question, at + index) };
    await send(`saveAnswer: ${name}`, { method: 'PUT', path: `/take/${taken.token}/answers/${at + 1}`, body });
  }
  if (name === 'programs')
    for (const batch of [1, 2, 3, 4, 5]) {
      const body: unknown = { ...(JSON.parse(editsOf(batch, batch % 2 === 0 ? 'x' : '漢'.repeat(20))) as object), sessionId };
      await send('recordEdits: as many as may be', { method: 'POST', path: `/take/${taken.token}/edits`, body });
    }
  const events = (batch: number) =>
    repeated(500, (of) => ({ eventId: `e${batch}-${of}`, type: of % 2 === 0 ? 'left' : 'returned', at: Date.now() }));
  for (const batch of [1, 2, 3])
    await send('recordEvents: 500', { method: 'POST', path: `/take/${taken.token}/events`, body: { sessionId, events: events(batch) } });
  return taken;
};

type Review = { readonly reviewId: number };

/** People give each essay its marks, so that reports are made. */
const gradeAll = async (send: Send, testId: number): Promise<void> => {
  for (;;) {
    const path = `/manage/v1/reviews?testId=${testId}&state=open&limit=50`;
    const { reviews } = (await send('listReviews: essays', { method: 'GET', path })) as { reviews: readonly Review[] };
    if (reviews.length === 0) return;
    for (const { reviewId } of reviews) {
      await send('getReview: an essay', { method: 'GET', path: `/manage/v1/reviews/${reviewId}` });
      const body = { marks: rubric.map(() => 3), comment: textOf('漢', 2000) };
      await send('gradeReview: an essay', { method: 'POST', path: `/manage/v1/reviews/${reviewId}/grade`, body });
    }
  }
};

const hasReport = async (send: Send, invitationId: number): Promise<boolean> => {
  const report = await send('getReport: while it is made', { method: 'GET', path: `/v2/org/report/${invitationId}` });
  return (report as { reportStatus?: string }).reportStatus === 'Generated';
};

/** The test file of a world; with `duration` it is another version. */
export const fileOf = (name: string, duration = 600): object => {
  const { questions = [] } = tests[name] ?? {};
  return { key: name, name, duration, sections: [{ name: 'Only', questions }] };
};

/** A test of this kind, with two finished attempts and one that runs. */
export const makeWorld = async (send: Send, name: string): Promise<World> => {
  const { testId } = (await send(`importTest: ${name}`, { method: 'POST', path: '/manage/v1/tests', body: fileOf(name) })) as {
    testId: number;
  };
  const done: number[] = [];
  for (const index of [1, 2]) {
    const { testInvitationId, token } = await take(send, name, testId, index);
    await send(`submitAttempt: ${name}`, { method: 'POST', path: `/take/${token}/submit`, body: { sessionId } });
    if (name === 'essays') await gradeAll(send, testId);
    for (let times = 0; !(await hasReport(send, testInvitationId)); times += 1) {
      if (times > 240) throw new Error(`no report of the test ${name}`);
      await send(`the report is made: ${name}`, { method: 'GET', path: '/healthz' });
      await pause(250);
    }
    done.push(testInvitationId);
  }
  const running = await take(send, name, testId, 3);
  return { name, testId, invitations: done, token: running.token };
};

export const worldNames = Object.keys(tests);
