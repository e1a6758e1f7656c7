import { afterAll } from 'vitest';
import { openRunner } from '../pool/open-runner.ts';
import type { Runner } from '../pool/runner.ts';
import type { Language, Limits, Run, Task } from '../program.ts';

/** The pool's child process from source. */
export const sourceChild = new URL('../child/main.ts', import.meta.url);

export const stdio = (input = ''): Task => ({ mode: 'stdio', input });

/** A pool of one thread for the tests of a file, and what it makes of one program with one task. */
export const runOne = (language: Language, usual: Limits) => {
  let runner: Promise<Runner> | undefined;
  afterAll(async () => (await runner)?.close());
  return async (source: string, task: Task = stdio(), limits: Partial<Limits> = {}): Promise<Run> => {
    runner ??= openRunner({ child: sourceChild, size: 1 });
    const program = { language, source, tasks: [task], limits: { ...usual, ...limits } };
    const outcome = await (await runner).run(program, { account: 'account', attempt: 'attempt' });
    if ('refused' in outcome) throw new Error(outcome.message);
    const [run] = outcome.runs;
    if (run === undefined) throw new Error('no run');
    return run;
  };
};
