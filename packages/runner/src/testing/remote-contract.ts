import { eventually } from '@assay/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Outcome } from '../pool/runner.ts';
import type { Language, Program, Run } from '../program.ts';
import type { RemoteOptions } from '../remote/open-remote.ts';
import type { RemoteRunner } from '../remote/remote-runner.ts';
import { type FakeRequest, type FakeResponse, type Fault, faults, startFake } from './fake-service.ts';
import { stdio } from './run-one.ts';

/** An adapter and a fake of its service. */
export type RemoteUnderTest = {
  /** How messages name the service. */
  readonly name: string;
  /** One that the fake offers with `stdio`; it offers no Rust. */
  readonly language: Language;
  /**
   * A service that knows nothing of an earlier one. By the first word of the source it echoes the input (`echo`), exceeds its time (`slow`)
   * or output (`spam`), fails (`crash`), or does not compile in line 3 (`wrong`).
   */
  readonly respond: () => (request: FakeRequest) => FakeResponse;
  readonly open: (port: number, options: RemoteOptions, hasRightCredentials: boolean) => Promise<RemoteRunner>;
  /** Method and end of path: of the request for offers, and of each that a result needs; the first one of those brings the program. */
  readonly offersPath: string;
  readonly resultPaths: readonly [string, ...string[]];
};

export const limits = { seconds: 2, memory: 64, output: 1024 };
export const owner = { account: 'the account', attempt: 'the attempt' };

const runsOf = (outcome: Outcome): readonly Run[] => {
  if ('refused' in outcome) throw new Error(outcome.message);
  return outcome.runs;
};

/** What every adapter of a service that runs programs keeps to. Gives the fake and the runner of each test, for the adapter's own. */
export const remoteContract = ({ name, language, respond, open: openAdapter, offersPath, resultPaths }: RemoteUnderTest) => {
  let fake: Awaited<ReturnType<typeof startFake>>;
  let runner: RemoteRunner | undefined;
  const open = async (options: RemoteOptions = {}, hasRightCredentials = true): Promise<RemoteRunner> => {
    await runner?.close();
    runner = await openAdapter(fake.port, { firstPause: 0.01, ...options }, hasRightCredentials);
    return runner;
  };
  const opened = (): RemoteRunner => {
    if (runner === undefined) throw new Error('no runner is open');
    return runner;
  };
  const program = (source: string, inputs: readonly string[] = ['x'], change: Partial<Program> = {}): Program => ({
    ...{ language, source, tasks: inputs.map((input) => stdio(input)), limits },
    ...change,
  });
  const run = async (one: Program): Promise<readonly Run[]> => runsOf(await opened().run(one, owner));
  const nextIsRight = async (): Promise<void> =>
    expect(await run(program('echo', ['next']))).toMatchObject([{ end: 'ended', stdout: 'next' }]);
  const submitted = (): readonly FakeRequest[] => fake.requests.filter(({ method }) => method === 'POST');

  beforeEach(async () => {
    fake = await startFake(respond());
  });
  afterEach(async () => {
    await runner?.close();
    runner = undefined;
    await fake.close();
  });

  describe('an adapter of programs run elsewhere', () => {
    test.each([
      ['echo', { end: 'ended', stdout: 'x' }],
      ['slow', { end: 'time-limit-exceeded' }],
      ['spam', { end: 'output-limit-exceeded' }],
      ['crash 11', { end: 'runtime-error' }],
      ['wrong', { end: 'compile-error', line: 3 }],
    ])('tells how a program ends: %s', async (source, expected) => {
      await open();
      expect(await run(program(source))).toMatchObject([expected]);
      await nextIsRight();
    });

    test('gives each case its own result', async () => {
      await open();
      const inputs = Array.from({ length: 9 }, (_, index) => `input ${index}`);
      expect((await run(program('echo', inputs))).map(({ stdout }) => stdout)).toEqual(inputs);
    });

    test('sends a program that does not compile once, whatever the number of its cases', async () => {
      await open();
      expect((await run(program('wrong', ['a', 'b', 'c', 'd', 'e']))).map(({ end }) => end)).toEqual(Array(5).fill('compile-error'));
      const sources = submitted().filter(({ body }) => /wrong|d3Jvbmc=/.test(JSON.stringify(body)));
      expect(sources).toHaveLength(1);
    });

    test('never sends whom a program is for', async () => {
      await open();
      await run(program('echo'));
      const all = JSON.stringify(fake.requests);
      for (const secret of Object.values(owner)) expect(all).not.toContain(secret);
    });

    test('offers only what the service can do', async () => {
      const { offers, run: runHere } = await open();
      expect(offers().find((offer) => offer.language === language)?.modes).toContain('stdio');
      for (const change of [{ language: 'rust' }, { tasks: [{ mode: 'harness', harness: '' }] }] as const)
        expect(await runHere(program('echo', ['x'], change), owner)).toMatchObject({ refused: 'not-offered' });
    });

    test.each<[string, readonly Fault[]]>([
      ['answers 500', [faults.status(500)]],
      ['answers 503, its queue being full', [faults.status(503), faults.status(503)]],
      ['answers 429 with seconds in Retry-After', [faults.status(429, { 'retry-after': '0' })]],
      ['answers 429 with a date in Retry-After', [faults.status(429, { 'retry-after': new Date().toUTCString() })]],
      ['resets the connection', [faults.reset, faults.reset]],
      ['tears a response', [faults.torn]],
    ])('waits for a service that %s for a while', async (_, all) => {
      await open();
      for (const path of resultPaths) fake.fail(path, ...all);
      await nextIsRight();
    });

    test.each<[string, readonly Fault[], string | RegExp]>([
      ['answers 500 all the time', Array(5).fill(faults.status(500)), `${name} answered 500\n`],
      ['wants a pause of an hour', [faults.status(429, { 'retry-after': '3600' })], `${name} answered 429\n`],
      ['resets each connection', Array(5).fill(faults.reset), `${name} could not be reached: UND_ERR_SOCKET\n`],
      ['sends no JSON', [faults.garbage], `${name} sent no JSON\n`],
      ['redirects to somebody else', Array(5).fill(faults.redirect), /could not be reached/],
      ['refuses the credentials', [faults.status(401)], `${name} refuses the credentials in its URL (401)\n`],
      ['forbids all', [faults.status(403)], `${name} refuses the credentials in its URL (403)\n`],
    ])('gives no verdict for a service that %s, and the next program is right', async (_, all, reason) => {
      for (const path of resultPaths) {
        await open();
        fake.fail(path, ...all);
        const stderr = typeof reason === 'string' ? reason : expect.stringMatching(reason);
        expect(await run(program('echo'))).toEqual([{ end: 'not-run', stdout: '', stderr, seconds: 0, memory: null }]);
        await nextIsRight();
      }
    });

    test('gives no verdict for a service that does not answer', async () => {
      await open({ attempts: 2, requestSeconds: 0.2 });
      fake.fail(resultPaths[0], faults.silent, faults.silent);
      expect(await run(program('echo'))).toMatchObject([{ end: 'not-run', stderr: `${name} could not be reached: TimeoutError\n` }]);
      await open();
      await nextIsRight();
    });

    test('stops when nobody waits for the program', async () => {
      await open();
      const aborting = new AbortController();
      fake.fail(resultPaths[0], faults.silent);
      const outcome = opened().run(program('echo'), owner, aborting.signal);
      await eventually(() => expect(submitted()).toHaveLength(1));
      aborting.abort();
      expect(await outcome).toMatchObject({ refused: 'aborted' });
      await nextIsRight();
    });

    test('offers nothing while the service refuses the credentials, and says why', async () => {
      const { offers, state, run: runHere } = await open({}, false);
      expect(offers()).toEqual([]);
      expect(state()).toMatchObject({ refusal: `${name} refuses the credentials in its URL (401)` });
      expect(await runHere(program('echo'), owner)).toMatchObject({ refused: 'not-offered' });
    });

    test('asks a service again that comes up later', async () => {
      fake.fail(offersPath, faults.status(401));
      const { offers } = await open({ lookAgain: { failed: 0.02, reached: 600 } });
      await eventually(() => expect(offers()).not.toEqual([]));
    });

    test('lets programs wait that are more than may run at once', async () => {
      const { metrics } = await open({ size: 2 });
      const all = Array.from({ length: 4 }, () => run(program('echo')));
      expect(metrics().gauges).toMatchObject({ running: 2, waiting: 2, sizeOfOthers: 2 });
      await Promise.all(all);
      expect(metrics()).toMatchObject({ counters: { programs: 4, runs: { ended: 4 } }, gauges: { running: 0, waiting: 0 } });
    });
  });

  return { open, program, run, nextIsRight, submitted, fail: (path: string, ...all: readonly Fault[]): void => fake.fail(path, ...all) };
};
