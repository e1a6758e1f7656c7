import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Load } from './load.ts';

const apiKey = 'bench-key-0123456789abcdef0123456789';

/** The built server of this checkout, or of another one. */
export const serverOf = (checkout: string = fileURLToPath(new URL('../..', import.meta.url))): string =>
  `${checkout.replace(/\/$/, '')}/apps/server/dist/main.js`;

export const environmentOf = (directory: string) => ({
  ASSAY_PORT: '0',
  ASSAY_DATA_DIR: directory,
  ASSAY_API_KEY: apiKey,
  ASSAY_LOG_LEVEL: 'warn',
});

export const headers = { 'x-api-key': apiKey };

/** The result of one request, which must be a success. */
export const call = async <Result>(url: string, method = 'GET', body?: unknown): Promise<Result> => {
  const response = await fetch(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { result, statuscode } = (await response.json()) as { result: Result; statuscode: string };
  if (statuscode !== '200.1') throw new Error(`${method} ${url}: ${statuscode} ${result}`);
  return result;
};

const question = (index: number) => ({
  kind: 'single-choice',
  prompt: `Question ${index}`,
  options: [{ text: 'right', correct: true }, { text: 'wrong' }],
});
export const testFile = {
  name: 'Bench',
  duration: 600,
  sections: [{ name: 'Only', questions: Array.from({ length: 20 }, (_, index) => question(index + 1)) }],
};

export const register = (url: string, testId: number, emailId: string) =>
  call<{ testInvitationId: number; takeTestURL: string }>(`${url}/v2/org/tests/${testId}/register`, 'POST', {
    emailId,
    fullName: 'Ana Example',
  });

const runningCandidates = 500;

/** The first account of an installation may invite more than the limit that holds for all who ask for no other. */
const liftQuota = (environment: Record<string, string>, checkout?: string) =>
  promisify(execFile)(process.execPath, [serverOf(checkout), 'accounts', 'quota', '1', '--invitations-a-day', 'off'], {
    env: { ...process.env, ...environment },
  });

type Installation = { readonly url: string; readonly environment: Record<string, string>; readonly checkout?: string | undefined };

/** A test with a link, a finished candidate and many who are taking it. */
export const seed = async ({ url, environment, checkout }: Installation) => {
  await liftQuota(environment, checkout);
  const { testId } = await call<{ testId: number }>(`${url}/manage/v1/tests`, 'POST', testFile);
  const { testLinkId } = await call<{ testLinkId: number }>(`${url}/v2/org/tests/${testId}/testlinks`, 'POST', {
    testLinkName: 'Bench',
    accessTime: 0,
    timeZoneId: 190,
  });
  const finished = await register(url, testId, 'finished@example.com');
  await call(`${finished.takeTestURL}/start`, 'POST');
  await call(`${finished.takeTestURL}/answers/1`, 'PUT', { answer: 'a', revision: 1 });
  await call(`${finished.takeTestURL}/submit`, 'POST');
  // So many that none reaches its rate limit.
  const takePaths: string[] = [];
  for (let index = 0; index < runningCandidates; index += 1) {
    const running = await register(url, testId, `running-${index}@example.com`);
    await call(`${running.takeTestURL}/start`, 'POST');
    takePaths.push(new URL(running.takeTestURL).pathname);
  }
  return { testId, testLinkId, reportId: finished.testInvitationId, takePaths };
};

type Seeded = Awaited<ReturnType<typeof seed>>;

let counter = 0;
const unique = (): number => {
  counter += 1;
  return counter;
};

/** The body of a registration; each is of a new candidate. */
export const candidate = (): string =>
  JSON.stringify({ emailId: `candidate-${process.pid}-${unique()}@example.com`, fullName: 'Ana Example' });

export const registerLoad = (url: string, { testId }: Pick<Seeded, 'testId'>): Load => ({
  url: `${url}/v2/org/tests/${testId}/register`,
  method: 'POST',
  headers,
  next: () => ({ body: candidate() }),
});

/** Each saves a new revision. */
export const saveLoad = (url: string, { takePaths }: Seeded): Load => ({
  url,
  method: 'PUT',
  headers,
  next: () => {
    const revision = unique();
    return {
      path: `${takePaths[revision % takePaths.length]}/answers/${(revision % 20) + 1}`,
      body: JSON.stringify({ answer: revision % 2 ? 'a' : 'b', revision }),
    };
  },
});
