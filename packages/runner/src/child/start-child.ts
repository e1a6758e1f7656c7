import { readdirSync } from 'node:fs';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { ProcessEngine } from '../engines/process-engine.ts';
import { priorities, prioritize } from '../priority.ts';
import type { Offer, Program, Run } from '../program.ts';
import type { ChildSettings, Order, Report } from './messages.ts';
import { supervise } from './supervise.ts';
import { serveThread } from './thread.ts';
import { openThreads, type ThreadEngines, type ThreadTask } from './threads.ts';

/** What a kind of child process runs: threads of embedded engines, or an engine whose programs are processes. */
export type ChildKind = { readonly threads: ThreadEngines } | { readonly processes: (offers: readonly Offer[]) => Promise<ProcessEngine> };

type Work = {
  readonly offers: readonly Offer[];
  readonly run: (program: Program, report: (index: number, run: Run) => void, signal: AbortSignal) => Promise<void>;
};

/** Milliseconds that programs have to end before their process does. */
const mostToEnd = 3000;

/** Below the server, and all threads that exist already too: on Linux a priority belongs to a thread. Elsewhere the pool is then only smaller than the machine. */
const step = (): void => {
  prioritize(0, priorities.turn);
  if (process.platform === 'linux') for (const thread of readdirSync('/proc/self/task')) prioritize(Number(thread), priorities.turn);
};

const overThreads = async (
  self: URL,
  engines: ThreadEngines,
  { idle, stuckSeconds, slowest, assets }: ChildSettings,
  replaced: () => void,
): Promise<Work> => {
  const threads = await openThreads(self, engines, idle, new URL(assets));
  return {
    offers: threads.engines.flatMap(({ offers }) => offers),
    run: async (program, report, signal) => {
      const engine = threads.engines.find(({ offers }) => offers.some(({ language }) => language === program.language))?.name ?? '';
      await supervise(threads, { engine, program, stuck: { stuckSeconds, slowest } }, report, replaced, signal);
    },
  };
};

const overProcesses = async (load: (offers: readonly Offer[]) => Promise<ProcessEngine>, offers: readonly Offer[]): Promise<Work> => {
  const engine = await load(offers);
  return {
    offers: await engine.offers(),
    run: async (program, report, signal) => {
      let index = 0;
      for await (const run of engine.run(program, signal)) {
        if (signal.aborted) return;
        report(index, run);
        index += 1;
      }
    },
  };
};

/**
 * The whole of a child process and of its threads: both start from the same file, so that a bundle has one for them. `self` is that file.
 * It ends when its parent does, after the programs that it runs.
 */
export const startChild = async (self: URL, kinds: Readonly<Record<string, ChildKind>>): Promise<void> => {
  if (!isMainThread) {
    const { engine, ...task }: ThreadTask = workerData;
    const load = Object.values(kinds)
      .map((kind) => ('threads' in kind ? kind.threads[engine] : undefined))
      .find((found) => found !== undefined);
    if (load === undefined) throw new Error(`no engine ${engine}`);
    if ('shared' in task) return serveThread(await load(), task.shared);
    parentPort?.postMessage(await (await load()).prepare(new URL(task.prepare)));
    return;
  }
  const running = new Map<number, { readonly stopping: AbortController; readonly done: Promise<void> }>();
  const end = (): void => {
    for (const { stopping } of running.values()) stopping.abort();
    void Promise.all([...running.values()].map(({ done }) => done)).finally(() => process.exit());
    // Nobody may be there to end it.
    setTimeout(() => process.exit(), mostToEnd);
  };
  process.on('disconnect', end);
  if (!process.connected) end();
  step();
  const settings: ChildSettings = JSON.parse(process.argv[2] ?? '{}');
  const kind = kinds[settings.kind];
  if (kind === undefined) throw new Error(`no kind of child process ${settings.kind}`);
  const post = (report: Report): void => {
    if (process.connected) process.send?.(report);
  };
  const replaced = (): void => post({ kind: 'thread-replaced' });
  const work = await ('threads' in kind
    ? overThreads(self, kind.threads, settings, replaced)
    : overProcesses(kind.processes, settings.offers));
  process.on('message', ({ id, program }: Order) => {
    if (program === null) return running.get(id)?.stopping.abort();
    const stopping = new AbortController();
    // A fault of ours ends the process; the parent starts another one and runs the program again.
    const done = work
      .run(program, (index, run) => post({ kind: 'run', id, index, run }), stopping.signal)
      .then(() => {
        running.delete(id);
        post({ kind: 'done', id });
      });
    running.set(id, { stopping, done });
  });
  post({ kind: 'ready', offers: work.offers });
};
