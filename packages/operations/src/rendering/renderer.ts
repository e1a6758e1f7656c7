import { Worker } from 'node:worker_threads';
import { err, ok, type Refusal, type RenderedTest, type Result, refusal, refuseFaults } from '@assay/domain';
import type { Niceness } from '../background.ts';
import { sizeOf } from './large-text.ts';
import { type RenderJob, type RenderResult, renderBounds } from './render-job.ts';
import type { RenderThreadData } from './render-thread.ts';

/** `account`: one account's tests do not wait for all of another one. `waits`: a candidate comes before an author, and both before nobody. */
export type For = { readonly account: number; readonly waits: 'candidate' | 'author' | 'nobody' };
type Waiting = For & { readonly job: RenderJob; readonly resolve: (result: RenderResult) => void; readonly reject: (error: Error) => void };

const tooMany = err(
  refusal('service.unavailable', 'Too many test files of this account are being rendered; nothing was imported, try again'),
);

/** Far above what a test of 16 MiB needs. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };
/** Starting a thread costs 100 ms, and one at rest 30 MB. */
const idleMs = 10_000;
const defaults = {
  /** Imports of an account that wait while another one is rendered, and the characters of all of them: one alone may have 16 MiB. */
  imports: 50,
  characters: 64 * 1024 * 1024,
  /** Milliseconds. A question has a prompt and 26 options at most, and the thread itself counts their time. */
  longestQuestion: 5 * renderBounds.time,
  /** How often a thread is asked for its processor time, in milliseconds. */
  watch: 500,
  niceness: 'long' as Niceness,
};

const ranks = { candidate: 0, author: 1, nobody: 2 } as const;

/** Processor time of a thread in milliseconds. Node before 24.6 does not tell it, and a machine under load gives it a tenth of the time. */
const processorTime = async (worker: Worker, since: number): Promise<number> => {
  if (typeof worker.cpuUsage !== 'function') return (performance.now() - since) / 10;
  // It does not run yet, or no more.
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1000;
};

/** Renders versions of tests one after the other, in a thread with the script `thread`; without it in this thread. */
export class Renderer {
  readonly #thread: URL | undefined;
  readonly #bounds: typeof defaults;
  readonly #waiting: Waiting[] = [];
  /** Section and question that the thread renders. */
  readonly #at = new Int32Array(new SharedArrayBuffer(8));
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #isBusy = false;
  #lastAccount = 0;

  constructor(thread?: URL, bounds: Partial<typeof defaults> = {}) {
    this.#thread = thread;
    this.#bounds = { ...defaults, ...bounds };
  }

  async render(job: RenderJob, purpose: For): Promise<Result<RenderedTest, Refusal>> {
    if (purpose.waits === 'author' && !this.#hasPlace(job, purpose.account)) return tooMany;
    const result = await new Promise<RenderResult>((resolve, reject) => {
      this.#waiting.push({ ...purpose, job, resolve, reject });
      void this.#work();
    });
    return 'faults' in result ? err(refuseFaults(result.faults)) : ok(result);
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#end();
  }

  #hasPlace({ definition }: RenderJob, account: number): boolean {
    const own = this.#waiting.filter((one) => one.waits === 'author' && one.account === account);
    const characters = own.reduce((sum, { job }) => sum + sizeOf(job.definition), sizeOf(definition));
    return own.length < this.#bounds.imports && characters <= this.#bounds.characters;
  }

  /** The most urgent one, of another account than the last if there is one. */
  #next(): Waiting | undefined {
    const rank = Math.min(...this.#waiting.map(({ waits }) => ranks[waits]));
    const urgent = this.#waiting.filter(({ waits }) => ranks[waits] === rank);
    const next = urgent.find(({ account }) => account !== this.#lastAccount) ?? urgent[0];
    if (next !== undefined) this.#waiting.splice(this.#waiting.indexOf(next), 1);
    return next;
  }

  async #work(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    clearTimeout(this.#idle);
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#lastAccount = next.account;
      await this.#perform(next.job).then(next.resolve, next.reject);
    }
    this.#isBusy = false;
    this.#idle = setTimeout(() => void this.#end(), idleMs).unref();
  }

  async #perform(job: RenderJob): Promise<RenderResult> {
    if (this.#thread === undefined) return (await import('./render-version.ts')).renderShared(job);
    const result = await this.#inThread(this.#thread, job);
    if (result !== 'stuck') return result;
    if (job.beyond === 'plain') return this.#perform({ ...job, beyond: 'all-plain' });
    const [section, question] = this.#at;
    return {
      faults: [`sections[${section}].questions[${question}]: takes more than ${renderBounds.time / 1000} s of processor time to render`],
    };
  }

  /** `stuck`: one question took far longer than any may, so that the thread was ended. */
  async #inThread(thread: URL, job: RenderJob): Promise<RenderResult | 'stuck'> {
    const worker = this.#worker ?? this.#start(thread);
    worker.ref();
    const begun = performance.now();
    const before = await processorTime(worker, begun);
    let [resolve, reject]: [(result: RenderResult | 'stuck') => void, (error: Error) => void] = [() => undefined, () => undefined];
    const response = new Promise<RenderResult | 'stuck'>((...settle) => {
      [resolve, reject] = settle;
    });
    const ended = () => reject(new Error('the thread that renders ended without a result'));
    let [question, since] = ['', before];
    const look = async (): Promise<void> => {
      const [now, at] = [await processorTime(worker, begun), this.#at.join()];
      if (at !== question) [question, since] = [at, now];
      if (now - since > this.#bounds.longestQuestion) resolve('stuck');
    };
    const watch = setInterval(() => void look(), this.#bounds.watch);
    worker.once('message', resolve).once('error', reject).once('exit', ended);
    try {
      worker.postMessage(job);
      const result = await response;
      if (result === 'stuck') await this.#end();
      return result;
    } finally {
      clearInterval(watch);
      worker.off('message', resolve).off('error', reject).off('exit', ended);
      worker.unref();
    }
  }

  #start(thread: URL): Worker {
    const worker = new Worker(thread, {
      workerData: { at: this.#at, niceness: this.#bounds.niceness } satisfies RenderThreadData,
      resourceLimits,
    });
    this.#worker = worker;
    worker.once('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}
