import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ThreadEngine } from '../engines/thread-engine.ts';
import { priorities, prioritize } from '../priority.ts';
import type { ThreadReport } from './messages.ts';

/** MiB of JavaScript values that the engine's own code may hold in a thread: what a candidate allocates is in WebAssembly's memory. */
const heap = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

export type ThreadEngines = Readonly<Record<string, () => Promise<ThreadEngine<unknown>>>>;
/** Until what a lazy engine prepared is given up with its threads: its memory is for those who use it. */
const lazyIdleMs = 300_000;

/** What a thread is started for: to run programs over what its engine has prepared, or to prepare that from the assets at a URL. */
export type ThreadTask = { readonly engine: string } & ({ readonly shared: unknown } | { readonly prepare: string });
/** `id`: of the thread in the system; null where that is not known. */
export type Thread = {
  readonly engine: string;
  readonly worker: Worker;
  readonly id: number | null;
  isLowered?: boolean;
  idleTimer?: NodeJS.Timeout;
};

const startThread = (self: URL, task: ThreadTask, stackSizeMb = 4): Worker =>
  new Worker(self, { workerData: task, env: {}, argv: [], resourceLimits: { ...heap, stackSizeMb } });

/** In a thread that ends with it: this one follows the programs of other engines meanwhile. */
const prepareApart = async (self: URL, name: string, { stackMegabytes }: ThreadEngine<unknown>, assets: URL): Promise<unknown> => {
  const worker = startThread(self, { engine: name, prepare: assets.href }, stackMegabytes);
  try {
    const [shared] = await once(worker, 'message');
    return shared;
  } finally {
    await worker.terminate();
  }
};

/** Engines as they are loaded in a child process, and their threads. A thread belongs to one engine, and is kept when it is idle. */
export const openThreads = async (self: URL, engines: ThreadEngines, mostIdle: number, assets: URL) => {
  const loaded = await Promise.all(
    Object.entries(engines).map(async ([name, load]) => {
      const engine = await load();
      let prepared: Promise<unknown> | undefined;
      const shared = (): Promise<unknown> => {
        prepared ??= engine.isLazy ? prepareApart(self, name, engine, assets) : engine.prepare(assets);
        return prepared;
      };
      const release = (): void => {
        prepared = undefined;
      };
      return { name, engine, shared, release };
    }),
  );
  await Promise.all(loaded.map(({ engine, shared }) => (engine.isLazy ? undefined : shared())));
  /** The one idle the longest comes first. */
  const idle: Thread[] = [];

  const giveUp = (thread: Thread): void => {
    const at = idle.indexOf(thread);
    if (at < 0) return;
    idle.splice(at, 1);
    void thread.worker.terminate();
    loaded.find(({ name }) => name === thread.engine)?.release();
  };

  const start = async (name: string): Promise<Thread> => {
    const found = loaded.find((one) => one.name === name);
    if (found === undefined) throw new Error(`no engine ${name}`);
    const worker = startThread(self, { engine: name, shared: await found.shared() }, found.engine.stackMegabytes);
    const forget = (): void => {
      const at = idle.findIndex((thread) => thread.worker === worker);
      if (at >= 0) idle.splice(at, 1);
    };
    const id = await new Promise<number | null>((resolve, reject) => {
      worker.once('message', (report: ThreadReport) =>
        report.kind === 'open' ? resolve(report.id) : reject(new Error('the thread did not open')),
      );
      worker.once('error', reject);
      worker.once('exit', () => {
        forget();
        reject(new Error('the thread ended before it opened'));
      });
    });
    // Who follows it sees the error too; while it is idle it is only forgotten.
    worker.on('error', forget);
    return { engine: name, worker, id };
  };

  return {
    engines: loaded.map(({ name, engine }) => ({ name, offers: engine.offers })),
    take: async (engine: string): Promise<Thread> => {
      const at = idle.findLastIndex((thread) => thread.engine === engine);
      const [thread] = at < 0 ? [] : idle.splice(at, 1);
      clearTimeout(thread?.idleTimer);
      return thread ?? start(engine);
    },
    /** Its program has had its turn. */
    lower: (thread: Thread): void => {
      if (thread.id !== null) thread.isLowered = prioritize(thread.id, priorities.after);
    },
    give: (thread: Thread): void => {
      if (thread.isLowered && thread.id !== null) thread.isLowered = !prioritize(thread.id, priorities.turn);
      if (thread.isLowered) return void thread.worker.terminate();
      idle.push(thread);
      if (loaded.find(({ name }) => name === thread.engine)?.engine.isLazy) thread.idleTimer = setTimeout(() => giveUp(thread), lazyIdleMs);
      if (idle.length > Math.max(loaded.length, mostIdle)) void idle.shift()?.worker.terminate();
    },
  };
};

export type Threads = Awaited<ReturnType<typeof openThreads>>;
