// Callbacks per second: to a fast receiver, as a ratio to bare undici in the same run, and with every second receiver dead.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { api, type Context, createAccount, generateReports, takeApi } from '@assay/operations';
import { openAssay, readConfig, withoutOutbound } from '@assay/runtime';
import { Agent, request } from 'undici';
import { start } from './processes.ts';

const worker = fileURLToPath(new URL('../../apps/worker/dist/main.js', import.meta.url));

/** A receiver that counts requests; a `silent` one accepts connections and never responds. */
const listen = async (silent: boolean) => {
  let received = 0;
  let firstAt = 0;
  let lastAt = 0;
  const server = createServer((incoming, reply) => {
    if (silent) return;
    incoming.resume().on('end', () => {
      lastAt = performance.now();
      if (received === 0) firstAt = lastAt;
      received += 1;
      reply.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    get received() {
      return received;
    },
    perSecond: () => (received - 1) / ((lastAt - firstAt) / 1000),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

const file = {
  name: 'Bench',
  duration: 60,
  sections: [{ name: 'Only', questions: [{ kind: 'numeric', prompt: 'Two and two?', answer: 4 }] }],
};

const unwrap = <Value>(result: { ok: true; value: Value } | { ok: false; error: { message: string } }): Value => {
  if (result.ok) return result.value;
  throw new Error(result.error.message);
};

/** Creates completed attempts with reports, whose callbacks wait in the outbox. */
const complete = async (environment: NodeJS.ProcessEnv, urls: readonly string[]): Promise<void> => {
  const { assay, close } = await openAssay(readConfig(environment), withoutOutbound);
  const { account } = await createAccount({ assay, input: { name: 'Bench', email: 'bench@example.com', timeZoneId: 10_000 } });
  const ctx: Context = { assay, accountId: account.accountId, scopes: new Set(['read', 'invite', 'manage']) };
  const testId = String(unwrap(await api.importTest({ ctx, input: { body: file } })).testId);
  await Promise.all(
    urls.map(async (callbackURL, index) => {
      const body = { emailId: `candidate-${index}@example.com`, fullName: 'Ana Example', callbackURL };
      const { takeTestURL } = unwrap(await api.registerCandidate({ ctx, input: { testId, body } }));
      const candidate = { assay, token: takeTestURL.slice(takeTestURL.lastIndexOf('/') + 1) };
      unwrap(await takeApi.startAttempt({ candidate }));
      unwrap(await takeApi.submitAttempt({ candidate }));
    }),
  );
  const onFailure = ({ error }: { error: unknown }) => {
    throw error;
  };
  while ((await generateReports({ assay, onFailure })) > 0);
  await close();
};

const deliver = async (urls: readonly string[], live: { readonly received: number }, expected: number): Promise<void> => {
  const directory = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  const environment = { ASSAY_DATA_DIR: directory, ASSAY_CALLBACK_ALLOW: '127.0.0.0/8', ASSAY_LOG_LEVEL: 'silent' };
  await complete(environment, urls);
  const running = await start(worker, { ...environment, ASSAY_LOG_LEVEL: 'info' }, 'stderr');
  while (live.received < expected) await new Promise((resolve) => setTimeout(resolve, 50));
  await running.stop();
  await rm(directory, { recursive: true });
};

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

export const benchDeliveries = async (): Promise<void> => {
  const count = 5000;
  const ceiling = await listen(false);
  await postWithUndici(ceiling.port, count);
  ceiling.close();
  console.log(`bare undici, 8 connections               ${Math.round(ceiling.perSecond())}/s  ratio 1.00`);

  const fast = await listen(false);
  await deliver(
    Array.from({ length: count }, () => `http://127.0.0.1:${fast.port}/callback`),
    fast,
    count,
  );
  fast.close();
  const alone = fast.perSecond();
  console.log(`callbacks to a fast receiver             ${Math.round(alone)}/s  ratio ${(alone / ceiling.perSecond()).toFixed(2)}`);

  const live = await listen(false);
  const dead = await listen(true);
  // Each dead receiver is another host: loopback has 16 million addresses.
  const urls = Array.from({ length: count }, (_, index) =>
    index % 2 === 0
      ? `http://127.0.0.1:${live.port}/callback`
      : `http://127.1.${Math.floor(index / 250)}.${1 + (index % 250)}:${dead.port}/callback`,
  );
  await deliver(urls, live, count / 2);
  for (const server of [live, dead]) server.close();
  console.log(
    `the same, every second receiver dead      ${Math.round(live.perSecond())}/s to the live one  ratio ${(live.perSecond() / alone).toFixed(2)}`,
  );
};
