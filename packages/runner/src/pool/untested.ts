import type { Language, Program } from '../program.ts';
import type { Owner } from './fair-queue.ts';

/** Programs began to wait for the self-test of their engine; or none does any more. */
export type SelfTestNews =
  | { readonly is: 'waiting'; readonly languages: readonly Language[] }
  | { readonly is: 'over'; readonly languages: readonly Language[]; readonly seconds: number };

type Kind = Pick<Program, 'language' | 'tasks' | 'engine'>;
type Waiting = { readonly kind: Kind; readonly since: number; readonly programs: Set<string> };

/** Programs that wait until it is known which engine runs them: in this process, or in the database, from where they come again. */
export class Untested {
  readonly #waiting = new Map<string, Waiting>();
  readonly #tell: (news: SelfTestNews) => void;

  constructor(tell: (news: SelfTestNews) => void) {
    this.#tell = tell;
  }

  get size(): number {
    let size = 0;
    for (const { programs } of this.#waiting.values()) size += programs.size;
    return size;
  }

  /** Returns what takes it out again. A program that comes again is counted once. */
  enter({ language, tasks, engine }: Program, { account, attempt }: Owner): () => void {
    const modes = [...new Set(tasks.map(({ mode }) => mode))];
    const key = `${language} ${modes} ${engine}`;
    // Of its tasks only one of each mode: their input may be large.
    const kind = { language, engine, tasks: modes.flatMap((mode) => tasks.find((task) => task.mode === mode) ?? []) };
    const waiting = this.#waiting.get(key) ?? { kind, since: performance.now(), programs: new Set() };
    if (this.#waiting.size === 0) this.#tell({ is: 'waiting', languages: [language] });
    this.#waiting.set(key, waiting);
    const program = `${account} ${attempt}`;
    waiting.programs.add(program);
    return () => {
      waiting.programs.delete(program);
      if (waiting.programs.size === 0 && this.#waiting.get(key) === waiting) this.#end([key]);
    };
  }

  /** Those of which it is known now wait no more. */
  release(isKnown: (kind: Kind) => boolean): void {
    this.#end([...this.#waiting].filter(([, { kind }]) => isKnown(kind)).map(([key]) => key));
  }

  #end(keys: readonly string[]): void {
    const ended = keys.flatMap((key) => this.#waiting.get(key) ?? []);
    for (const key of keys) this.#waiting.delete(key);
    if (ended.length === 0 || this.#waiting.size > 0) return;
    const seconds = (performance.now() - Math.min(...ended.map(({ since }) => since))) / 1000;
    this.#tell({ is: 'over', languages: [...new Set(ended.map(({ kind }) => kind.language))], seconds: Math.round(seconds * 10) / 10 });
  }
}
