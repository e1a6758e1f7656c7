import { expect, test } from 'vitest';
import type { Owner } from '../pool/fair-queue.ts';
import type { Program, Run } from '../program.ts';
import { stdio } from '../testing/run-one.ts';
import { openRemoteRunner, type RemoteEngine } from './remote-runner.ts';

const program: Program = {
  ...{ language: 'python', source: 'x', tasks: [stdio('x')] },
  limits: { seconds: 1, memory: 64, output: 100 },
};
const ended: Run = { end: 'ended', stdout: '', stderr: '', seconds: 0.1, memory: 1 };

test('a candidate has places of a service that gradings do not take, and the service gets to know whom a program is for', async () => {
  const started: Owner[] = [];
  const finish: (() => void)[] = [];
  const engine: RemoteEngine = {
    name: 'The service',
    look: async () => ({ offers: [{ engine: 'service', language: 'python', version: '3', modes: ['stdio'] }], about: '' }),
    run: async (_, report, __, owner) => {
      started.push(owner);
      await new Promise<void>((resolve) => finish.push(resolve));
      report(0, ended);
    },
  };
  const runner = await openRemoteRunner(engine, { size: 2 });
  const gradings: Owner[] = ['1', '2', '3'].map((attempt) => ({ account: 'a', attempt }));
  const candidate: Owner = { account: 'b', attempt: '1', waits: 'candidate' };
  const all = [...gradings, candidate].map((owner) => runner.run(program, owner));
  expect(started).toEqual([gradings[0], gradings[1], candidate]);
  expect(runner.metrics().gauges).toMatchObject({ running: 3, waiting: 1, size: 4, sizeOfOthers: 2 });
  finish[0]?.();
  await all[0];
  expect(started.at(-1)).toBe(gradings[2]);
  for (const end of finish) end();
  expect(await Promise.all(all)).toEqual(all.map(() => ({ runs: [ended] })));
  expect(runner.metrics().gauges).toMatchObject({ running: 0, waiting: 0 });
  await runner.close();
});
