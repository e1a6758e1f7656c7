import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Desk, digestOf } from './desk.ts';
import { type Exchange, exchange } from './exchange.ts';
import { addressOf, questions } from './grounds.ts';

const longestPause = 30_000;
const uploadBytes = 192 * 1024;

/** As the page does: 1 s doubling to 30 s, cut by up to a half, and no sooner than the service says. */
const pauseAfter = (failures: number, retryAfter: string | null): number =>
  Math.max(Number(retryAfter ?? 0) * 1000, Math.min(longestPause, 1000 * 2 ** failures) * (0.5 + Math.random() / 2));

/** Joins, takes the whole test and submits it, and begins again as somebody else. */
export const workAsCandidate = async ({ grounds: { url, honest }, acknowledged, timed, isOver, retried }: Desk): Promise<void> => {
  const agent = new Agent({ keepAlive: true, localAddress: addressOf(0) });
  const patiently = async (path: string, given: Exchange) => {
    for (let failures = 0; ; failures += 1) {
      const sent = await exchange(`${url}${path}`, { agent, ...given }).catch(() => undefined);
      if (sent !== undefined && sent.status < 500 && sent.status !== 429) return sent;
      retried();
      await pause(pauseAfter(failures, sent?.headers.get('retry-after') ?? null));
    }
  };
  const send = async <Result>(method: string, path: string, body?: object | Buffer): Promise<Result> => {
    const type = body instanceof Buffer ? 'application/octet-stream' : 'application/json';
    const sent = body === undefined ? {} : { body: body instanceof Buffer ? body : JSON.stringify(body) };
    const { status, bytes } = await patiently(path, { method, headers: { 'content-type': type, accept: 'application/json' }, ...sent });
    if (status !== 200) throw new Error(`the candidate's ${method} ${path}: ${status} ${bytes.toString().slice(0, 300)}`);
    return JSON.parse(bytes.toString()).result;
  };

  while (!isOver()) {
    const emailId = `honest-${randomBytes(8).toString('hex')}@example.com`;
    const joined = await timed('join', () =>
      send<{ takeTestURL: string; testInvitationId: number }>('POST', `/join/${honest.present.accessKey}`, {
        emailId,
        fullName: 'Ana Honest',
      }),
    );
    const take = new URL(joined.takeTestURL).pathname;
    await timed('page', () => patiently(take, { headers: { accept: 'text/html' } }));
    const { testInvitationId: invitation } = await timed('attempt', () => send<{ testInvitationId: number }>('GET', `${take}/attempt`));
    await timed('start', () => send('POST', `${take}/start`, {}));
    const answers: Record<number, unknown> = {};
    const save = async (questionId: number, answer: unknown, revision = 1) => {
      const saved = await timed('save', () => send<{ accepted: boolean }>('PUT', `${take}/answers/${questionId}`, { answer, revision }));
      if (!saved.accepted) throw new Error(`the answer to question ${questionId} was overtaken by nobody`);
      answers[questionId] = answer;
    };
    for (const revision of [1, 2])
      for (let questionId = 1; questionId <= questions.choices; questionId += 1)
        await save(questionId, revision === 1 ? 'b' : 'a', revision);
    const program = { language: 'javascript', source: "console.log(2 * Number(require('fs').readFileSync(0, 'utf8')));" };
    await timed('run', () => send('POST', `${take}/runs`, { questionId: questions.program, answer: program }));
    await save(questions.program, program);
    const file = Buffer.from(randomBytes(uploadBytes * 0.75).toString('base64'));
    const { fileId } = await timed('upload', () => send<{ fileId: string }>('PUT', `${take}/files/${questions.file}?name=plan.txt`, file));
    await save(questions.file, { fileId });
    await timed('submit', () => send('POST', `${take}/submit`, {}));
    acknowledged.attempts.push({ invitation, answers, digest: digestOf(file) });
  }
};
