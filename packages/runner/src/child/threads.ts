import { Worker } from 'node:worker_threads';
import type { ThreadEngine } from '../engines/thread-engine.ts';
import type { ThreadReport } from './messages.ts';

/** MiB of JavaScript values that the engine's own code may hold in a thread: what a candidate allocates is in WebAssembly's memory. */
const heap = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

export type ThreadEngines = Readonly<Record<string, () => Promise<ThreadEngine<unknown>>>>;
export type Thread = { readonly engine: string; readonly worker: Worker };

/** Engines as they are loaded in a child process, and their threads. A thread belongs to one engine, and is kept when it is idle. */
export const openThreads = async (self: URL, engines: ThreadEngines, size: number, assets: URL) => {
  const loaded = await Promise.all(
    Object.entries(engines).map(async ([name, load]) => {
      const engine = await load();
      let prepared: Promise<unknown> | undefined;
      const shared = (): Promise<unknown> => {
        prepared ??= engine.prepare(assets);
        return prepared;
      };
      return { name, engine, shared };
    }),
  );
  await Promise.all(loaded.map(({ engine, shared }) => (engine.isLazy ? undefined : shared())));
  /** The one idle the longest comes first. */
  const idle: Thread[] = [];
  const mostIdle = Math.max(loaded.length, size);

  const start = async (name: string): Promise<Thread> => {
    const found = loaded.find((one) => one.name === name);
    if (found === undefined) throw new Error(`no engine ${name}`);
    const worker = new Worker(self, {
      workerData: { engine: name, shared: await found.shared() },
      env: {},
      argv: [],
      resourceLimits: { ...heap, stackSizeMb: found.engine.stackMegabytes ?? 4 },
    });
    const forget = (): void => {
      const at = idle.findIndex((thread) => thread.worker === worker);
      if (at >= 0) idle.splice(at, 1);
    };
    await new Promise<void>((resolve, reject) => {
      worker.once('message', ({ kind }: ThreadReport) => (kind === 'open' ? resolve() : reject(new Error('the thread did not open'))));
      worker.once('error', reject);
      worker.once('exit', () => {
        forget();
        reject(new Error('the thread ended before it opened'));
      });
    });
    // Who follows it sees the error too; while it is idle it is only forgotten.
    worker.on('error', forget);
    return { engine: name, worker };
  };

  return {
    engines: loaded.map(({ name, engine }) => ({ name, offers: engine.offers })),
    take: async (engine: string): Promise<Thread> => {
      const at = idle.findLastIndex((thread) => thread.engine === engine);
      const [thread] = at < 0 ? [] : idle.splice(at, 1);
      return thread ?? start(engine);
    },
    give: (thread: Thread): void => {
      idle.push(thread);
      if (idle.length > mostIdle) void idle.shift()?.worker.terminate();
    },
  };
};

export type Threads = Awaited<ReturnType<typeof openThreads>>;
