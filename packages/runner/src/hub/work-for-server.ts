import { setTimeout as pause } from 'node:timers/promises';
import type { Runner } from '../pool/runner.ts';
import type { Run } from '../program.ts';
import { openService, ServiceFault } from '../remote/service.ts';
import { type Claimed, type Hello, type Report, readClaimed, readWelcome, type Welcome } from './protocol.ts';

export type WorkOptions = {
  /** Of the Assay server. */
  readonly url: URL;
  readonly key: string;
  /** It takes as many programs at the same time as it has places. The server's queue has limits for accounts and attempts; this one needs none. */
  readonly runner: Runner;
  /** Ends the work: what is not finished is given back. */
  readonly signal: AbortSignal;
  readonly log: (message: string) => void;
  /** Seconds after a failure; each further pause is twice as long, up to half a minute. */
  readonly firstPause?: number;
};

const longestPause = 30;
const largestProgram = 256 * 1024 * 1024;

class ClaimEnded extends Error {}

/** Claims programs of a server, runs them, and reports each run when it is done. Resolves after `signal`. */
export const workForServer = async ({ url, key, runner, signal, log, firstPause = 0.5 }: WorkOptions): Promise<void> => {
  const service = openService({
    ...{ name: 'The server', base: url, headers: { authorization: `Bearer ${key}` } },
    ...{ attempts: 4, firstPause, requestSeconds: 120 },
  });
  const post = (path: string, body: unknown, until: AbortSignal, mostBytes = 65_536) =>
    service({ method: 'POST', path: `runner/v1/${path}`, body, signal: until, seconds: 60, mostBytes });
  const { size, sizeOfOthers } = runner.metrics().gauges;

  let connection: Promise<Welcome> | undefined;
  const connect = (): Promise<Welcome> => {
    connection ??= (async () => {
      const hello: Hello = { offers: runner.offers(), size, sizeOfOthers };
      const { status, json } = await post('hello', hello, signal);
      const welcome = status === 200 ? readWelcome(json) : undefined;
      if (welcome === undefined) throw new ServiceFault(`The server answered ${status}; is ASSAY_RUNNER_KEY set there?`);
      log(`connected to ${url.origin}`);
      return welcome;
    })().catch((error: unknown) => {
      connection = undefined;
      throw error;
    });
    return connection;
  };

  const claim = async (): Promise<{ readonly claimed: Claimed; readonly leaseSeconds: number } | undefined> => {
    const current = connect();
    const { runner: id, leaseSeconds } = await current;
    const { status, json } = await post('claim', { runner: id }, signal, largestProgram);
    // The server has started again, or has not heard of this runner for long. Of its claims the first one connects it: each connection counts as a runner.
    if (status === 404) {
      if (connection === current) connection = undefined;
      return undefined;
    }
    if (status !== 200) throw new ServiceFault(`The server answered ${status} for a claim`);
    if (json === null) return undefined;
    const claimed = readClaimed(json);
    if (claimed === undefined) throw new ServiceFault('The server sent a program of an unknown shape');
    return { claimed, leaseSeconds };
  };

  const perform = async ({ id, owner, ...program }: Claimed, leaseSeconds: number): Promise<void> => {
    const ended = new AbortController();
    const send = async (report: Report, until: AbortSignal): Promise<void> => {
      const { status } = await post('runs', report, until);
      if (status === 409) throw new ClaimEnded();
      if (status !== 200) throw new ServiceFault(`The server answered ${status} for a run`);
    };
    // Whatever keeps a report from the server ends the claim: another runner has the program then.
    const end = (error: unknown): void => {
      if (error instanceof ServiceFault) log(error.message);
      ended.abort();
    };
    let sent = Promise.resolve();
    let count = 0;
    const report = (index: number, run: Run): void => {
      if (index < count) return;
      count = index + 1;
      sent = sent.then(() => send({ id, index, run }, ended.signal)).catch(end);
    };
    const renewing = setInterval(() => void send({ id, renew: true }, ended.signal).catch(end), (leaseSeconds * 1000) / 3);
    try {
      const outcome = await runner.run(program, owner, AbortSignal.any([signal, ended.signal]), report);
      if ('runs' in outcome) for (const [index, run] of outcome.runs.entries()) report(index, run);
      await sent;
      // It is stopping, or has no engine for it any more.
      if ('refused' in outcome && !ended.signal.aborted) await send({ id, giveBack: true }, AbortSignal.timeout(5000)).catch(end);
    } finally {
      clearInterval(renewing);
    }
  };

  const work = async (): Promise<void> => {
    for (let failures = 0; !signal.aborted; ) {
      try {
        const next = await claim();
        if (next !== undefined) await perform(next.claimed, next.leaseSeconds);
        failures = 0;
      } catch (error) {
        if (signal.aborted) return;
        log(error instanceof Error ? error.message : String(error));
        failures += 1;
        await pause(Math.min(longestPause, firstPause * 2 ** failures) * 1000, undefined, { signal }).catch(() => undefined);
      }
    }
  };
  await Promise.all(Array.from({ length: size }, work));
};
