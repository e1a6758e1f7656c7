import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { ChildSettings, Report } from '../child/messages.ts';
import type { Offer, Program, Run } from '../program.ts';
import { send, startProcess } from './child-process.ts';

/** How a child process left off with a program: `died` also when it was killed because it reported nothing for too long. */
export type Left = 'done' | 'died';

type Running = {
  readonly program: Program;
  readonly report: (index: number, run: Run) => void;
  readonly leave: (left: Left) => void;
  /** Until the next report is due. */
  timer: NodeJS.Timeout | undefined;
};

/** Milliseconds before a child process is started again that did not live long. */
const firstPause = 500;
const longestPause = 30_000;
/** Milliseconds until a process is killed that was told to end. */
const mostToEnd = 5000;
/** A start that fails this often in a row leaves its programs without an engine. */
const failuresUntilDown = 3;

/** `silenceSeconds`: wall time without a report, besides what a limit takes, until the process counts as hanging. */
export type ChildOptions = {
  readonly file: URL;
  readonly settings: ChildSettings;
  readonly isRestricted: boolean;
  readonly silenceSeconds: number;
};

export type ChildEvents = {
  readonly changed: () => void;
  readonly started: () => void;
  readonly died: () => void;
  readonly threadReplaced: () => void;
};

/** A child process that is always there, once it was woken: when it dies, another one takes its place. */
export class Child {
  readonly settings: ChildSettings;
  readonly #options: ChildOptions;
  readonly #events: ChildEvents;
  readonly #running = new Map<number, Running>();
  #process: ChildProcess | undefined;
  #restart: NodeJS.Timeout | undefined;
  #isReady = false;
  #isAsleep: boolean;
  #isClosed = false;
  #failures = 0;
  #nextId = 1;
  #offers: readonly Offer[] = [];

  /** `known`: what it offers, of a process that is started by `wake`. */
  constructor(options: ChildOptions, events: ChildEvents, known?: readonly Offer[]) {
    this.#options = options;
    this.settings = options.settings;
    this.#events = events;
    this.#isAsleep = known !== undefined;
    this.#offers = known ?? [];
    if (!this.#isAsleep) this.#start();
  }

  get offers(): readonly Offer[] {
    return this.#offers;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  get running(): number {
    return this.#running.size;
  }

  get free(): number {
    return this.#isReady ? this.settings.size - this.#running.size : 0;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** There is no process, and nothing is wrong: `wake` starts one. */
  get isAsleep(): boolean {
    return this.#isAsleep;
  }

  wake(): void {
    if (!this.#isAsleep || this.#isClosed) return;
    this.#isAsleep = false;
    this.#start();
  }

  /** Ends the process, unless it runs something: its engines hold half a gigabyte. */
  sleep(): void {
    if (!this.#isReady || this.#running.size > 0) return;
    this.#isReady = false;
    this.#isAsleep = true;
    // Its exit is no death: it is no longer the one that is watched.
    this.#process?.kill('SIGKILL');
    this.#process = undefined;
  }

  /** Nothing that waits for it will be run. */
  get isDown(): boolean {
    return this.#isClosed || this.#failures >= failuresUntilDown;
  }

  /** Resolves when the program is done, or left off because of `signal`, or the process died; the runs that were done are reported before. */
  async run(program: Program, report: Running['report'], signal: AbortSignal | undefined): Promise<Left> {
    const id = this.#nextId++;
    const child = this.#process;
    const stop = (): void => {
      if (child !== undefined) send(child, { id, program: null });
    };
    signal?.addEventListener('abort', stop);
    const left = await new Promise<Left>((leave) => {
      const running: Running = { program, report, leave, timer: undefined };
      this.#running.set(id, running);
      this.#expect(running);
      if (child !== undefined) send(child, { id, program });
    });
    signal?.removeEventListener('abort', stop);
    return left;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#restart);
    const child = this.#process;
    if (child === undefined) return;
    const exited = once(child, 'exit');
    // It ends its programs first: what is killed while a sandbox starts leaves parts of it behind.
    if (child.connected) child.disconnect();
    const late = setTimeout(() => child.kill('SIGKILL'), mostToEnd);
    await exited;
    clearTimeout(late);
  }

  /** Each report is due within the wall time that its limit may take on a busy machine, and some. */
  #expect(running: Running): void {
    clearTimeout(running.timer);
    running.timer = setTimeout(
      () => this.#process?.kill('SIGKILL'),
      (this.#options.silenceSeconds + running.program.limits.seconds * 250) * 1000,
    );
  }

  #start(): void {
    const { file, isRestricted } = this.#options;
    const child = startProcess(file, this.settings, isRestricted, (report) => this.#onReport(child, report));
    this.#process = child;
    this.#events.started();
    const onExit = (): void => {
      if (this.#process !== child) return;
      this.#process = undefined;
      if (!this.#isReady) this.#failures += 1;
      this.#isReady = false;
      if (!this.#isClosed) this.#events.died();
      const left = [...this.#running.values()];
      this.#running.clear();
      for (const running of left) {
        clearTimeout(running.timer);
        running.leave('died');
      }
      if (!this.#isClosed) {
        const pause = this.#failures === 0 ? 0 : Math.min(firstPause * 2 ** this.#failures, longestPause);
        this.#restart = setTimeout(() => this.#start(), pause);
      }
      this.#events.changed();
    };
    child.on('exit', onExit);
    // Without a process identifier nothing was started, and no `exit` follows.
    if (child.pid === undefined) child.once('error', onExit);
  }

  #onReport(from: ChildProcess, report: Report): void {
    if (from !== this.#process) return;
    if (report.kind === 'ready') {
      this.#isReady = true;
      this.#failures = 0;
      this.#offers = report.offers;
      this.#events.changed();
      return;
    }
    if (report.kind === 'thread-replaced') {
      this.#events.threadReplaced();
      return;
    }
    const running = this.#running.get(report.id);
    if (running === undefined) return;
    if (report.kind === 'run') {
      running.report(report.index, report.run);
      this.#expect(running);
    } else {
      clearTimeout(running.timer);
      this.#running.delete(report.id);
      running.leave('done');
      this.#events.changed();
    }
  }
}
