import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { eventLimit, until } from '@assay/testing';

/** Of Assay, and of the failing disk that it may be on. */
export type Environment = Record<`ASSAY_${string}`, string> & Readonly<Partial<Record<'LD_PRELOAD' | `DISK_${string}`, string>>>;
type Exit = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** Nothing of the outer settings; NODE_OPTIONS could make the process load the sources instead of what was built. */
const environmentOf = (given: Environment): NodeJS.ProcessEnv => {
  const outer = Object.entries(process.env).filter(([name]) => !name.startsWith('ASSAY_') && name !== 'NODE_OPTIONS');
  return { ...Object.fromEntries(outer), ...given };
};

/** One process of Assay as it was built. */
export class AssayProcess {
  readonly #child: ChildProcess;
  readonly #closed: Promise<Exit>;
  #exit: Exit | undefined;
  #killed = false;
  stdout = '';
  stderr = '';

  /** @param streams the file descriptor that both of its streams go to, as with `2>&1`, instead of `stdout` and `stderr` */
  constructor(script: string, args: readonly string[], environment: Environment, streams: number | 'pipe' = 'pipe') {
    this.#child = spawn(process.execPath, [script, ...args], { env: environmentOf(environment), stdio: ['ignore', streams, streams] });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    this.#closed = once(this.#child, 'close').then(([code, signal]) => {
      this.#exit = { code, signal };
      return this.#exit;
    });
  }

  protected fault(what: string): Error {
    return new Error(`${what}\nexit: ${JSON.stringify(this.#exit)}\nstdout: ${this.stdout}\nstderr: ${this.stderr}`);
  }

  /** Resolves when the process has told that it runs. */
  protected async told(words: string): Promise<void> {
    try {
      await until(`"${words}"`, () => {
        if (this.#exit !== undefined) throw new Error('the process ended before it was ready');
        return this.stdout.includes(words) || this.stderr.includes(words) || undefined;
      });
    } catch (error) {
      throw this.fault(String(error));
    }
  }

  /** Log lines of level error and above. */
  get errors(): string[] {
    return this.stderr.split('\n').filter((line) => /"level":[56]0/.test(line));
  }

  /** Whichever way it ends; a process that does not end is killed and fails. */
  async ended(): Promise<Exit> {
    const overdue = setTimeout(() => this.#child.kill('SIGKILL'), eventLimit);
    const exit = await this.#closed;
    clearTimeout(overdue);
    if (exit.signal === 'SIGKILL' && !this.#killed) throw this.fault(`the process did not end`);
    return exit;
  }

  /** kill -9 of the processes that it started: those that run programs. Returns how many. */
  killChildren(): number {
    const { pid } = this.#child;
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
    for (const child of children) process.kill(child, 'SIGKILL');
    return children.length;
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** SIGTERM and the exit it leads to. */
  stop(): Promise<Exit> {
    this.signal('SIGTERM');
    return this.ended();
  }

  /** kill -9: sent at once; resolves when the process is gone. */
  kill(): Promise<Exit> {
    this.#killed = true;
    this.signal('SIGKILL');
    return this.#closed;
  }
}
