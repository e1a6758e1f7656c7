import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Limits, Task } from '../../../program.ts';
import type { ThreadRun } from '../../thread-engine.ts';
import { python } from '../python.ts';

let shared: ReturnType<typeof python.prepare> | undefined;

/** Runs programs in a thread, as a pool does: the thread is ended when it has used its processor time, and replaced. */
export class Supervised {
  #worker: Worker | undefined;
  replaced = 0;

  async run(source: string, task: Task, limits: Partial<Limits> = {}): Promise<ThreadRun> {
    const [run] = await this.runs(source, [task], limits);
    if (run === undefined) throw new Error('no run');
    return run;
  }

  async runs(source: string, tasks: readonly Task[], limits: Partial<Limits> = {}): Promise<readonly ThreadRun[]> {
    shared ??= python.prepare();
    if (this.#worker === undefined) {
      const { stackMegabytes = 4 } = python;
      this.#worker = new Worker(new URL('./thread.ts', import.meta.url), {
        workerData: await shared,
        env: {},
        execArgv: ['--conditions=@assay/source'],
        resourceLimits: { stackSizeMb: stackMegabytes },
      });
      await once(this.#worker, 'online');
    }
    const worker = this.#worker;
    const bounds: Limits = { seconds: 5, memory: 128, output: 1_048_576, ...limits };
    const before = await worker.cpuUsage();
    const done = new AbortController();
    const answer = once(worker, 'message', { signal: done.signal }).then(([runs]: readonly ThreadRun[][]) => runs ?? []);
    const overtime = async (): Promise<readonly ThreadRun[]> => {
      while (!done.signal.aborted) {
        await setTimeout(20, undefined, { signal: done.signal });
        const used = await worker.cpuUsage(before);
        if ((used.user + used.system) / 1e6 < bounds.seconds) continue;
        this.#worker = undefined;
        this.replaced++;
        await worker.terminate();
        return tasks.map(() => ({ end: 'time-limit-exceeded', stdout: '', stderr: '', memory: null }));
      }
      return [];
    };
    worker.postMessage({ language: 'python', source, tasks, limits: bounds });
    try {
      return await Promise.race([answer, overtime()]);
    } finally {
      done.abort();
      answer.catch(() => undefined);
    }
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }
}
