// Deliveries per second: callbacks to a fast receiver, as a ratio to bare undici in the same run, and with every second receiver dead; mails to
// a fast mail server.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { complete, copyDeliveries } from './outbox.ts';
import { cpuTime, start } from './processes.ts';
import { type Receiver, receiveCallbacks, receiveMails } from './receivers.ts';

const worker = fileURLToPath(new URL('../../apps/worker/dist/main.js', import.meta.url));

/** Runs a worker until `receiver` has got so many. Returns the processor time that each took, in microseconds. */
const deliver = async (environment: Record<string, string>, { arrivals }: Receiver, expected: number): Promise<number> => {
  const running = await start(worker, { ...environment, ASSAY_LOG_LEVEL: 'info' }, 'stderr');
  const before = await cpuTime(running.pid);
  while (arrivals.count < expected) await new Promise((resolve) => setTimeout(resolve, 50));
  const used = (await cpuTime(running.pid)) - before;
  await running.stop();
  return used / expected;
};

const withDirectory = async <Value>(work: (environment: Record<string, string>) => Promise<Value>): Promise<Value> => {
  const directory = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  try {
    return await work({ ASSAY_DATA_DIR: directory, ASSAY_CALLBACK_ALLOW: '127.0.0.0/8', ASSAY_LOG_LEVEL: 'silent' });
  } finally {
    await rm(directory, { recursive: true });
  }
};

const deliverCallbacks = (urls: readonly string[], live: Receiver, expected: number): Promise<number> =>
  withDirectory(async (environment) => {
    await complete(environment, urls);
    return deliver(environment, live, expected);
  });

const deliverMails = (mails: Receiver, count: number): Promise<number> =>
  withDirectory(async (environment) => {
    const url = 'http://127.0.0.1:1/none';
    const invitationId = (await complete(environment, [url], { receipts: 'all' })).get(url) ?? 0;
    await copyDeliveries(environment, [{ invitationId, kind: 'receipt-email', count: count - 1 }]);
    const smtp = { ASSAY_SMTP_URL: `smtp://127.0.0.1:${mails.port}`, ASSAY_MAIL_FROM: 'bench@example.com' };
    return deliver({ ...environment, ...smtp }, mails, count);
  });

/** Sends POST requests without database or signature, over as many connections as the worker uses for one host. */
const postWithUndici = async (port: number, count: number): Promise<void> => {
  const dispatcher = new Agent({ connections: 8, pipelining: 1 });
  const body = JSON.stringify({ CandidateEmailId: 'ana@example.com', TotalScore: 1, CandidateScore: 1 });
  let left = count;
  const post = async () => {
    while (left-- > 0) await (await request(`http://127.0.0.1:${port}/`, { method: 'POST', body, dispatcher })).body.dump();
  };
  await Promise.all(Array.from({ length: 8 }, post));
  await dispatcher.close();
};

const format = (name: string, perSecond: number, rest: string): string =>
  `${name.padEnd(40)} ${String(Math.round(perSecond)).padStart(5)}/s  ${rest}`;

export const benchDeliveries = async (): Promise<void> => {
  const count = 5000;
  const ceiling = await receiveCallbacks();
  await postWithUndici(ceiling.port, count);
  ceiling.close();
  const bare = ceiling.arrivals.perSecond();
  console.log(format('bare undici, 8 connections', bare, 'ratio 1.00'));

  const fast = await receiveCallbacks();
  const callbackUrls = Array.from({ length: count }, () => `http://127.0.0.1:${fast.port}/callback`);
  const each = await deliverCallbacks(callbackUrls, fast, count);
  fast.close();
  const alone = fast.arrivals.perSecond();
  console.log(format('callbacks to a fast receiver', alone, `ratio ${(alone / bare).toFixed(2)}  ${each.toFixed(0)} µs of a core each`));

  const mails = await receiveMails();
  const eachMail = await deliverMails(mails, count);
  mails.close();
  const perSecond = mails.arrivals.perSecond();
  console.log(
    format('receipts to a fast mail server', perSecond, `ratio ${(perSecond / bare).toFixed(2)}  ${eachMail.toFixed(0)} µs of a core each`),
  );

  const live = await receiveCallbacks();
  const dead = await receiveCallbacks(() => undefined);
  // Each dead receiver is another host: loopback has 16 million addresses.
  const urls = Array.from({ length: count }, (_, index) =>
    index % 2 === 0
      ? `http://127.0.0.1:${live.port}/callback`
      : `http://127.1.${Math.floor(index / 250)}.${1 + (index % 250)}:${dead.port}/callback`,
  );
  await deliverCallbacks(urls, live, count / 2);
  for (const server of [live, dead]) server.close();
  const beside = live.arrivals.perSecond();
  console.log(format('callbacks, every second receiver dead', beside, `to the live one  ratio ${(beside / alone).toFixed(2)}`));
};
