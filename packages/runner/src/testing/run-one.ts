import type { Language, Limits, Run, Task } from '../program.ts';
import { poolWhenNeeded } from './pool-when-needed.ts';

/** The pool's child process from source. */
export const sourceChild = new URL('../child/main.ts', import.meta.url);

export const stdio = (input = ''): Task => ({ mode: 'stdio', input });

/** Microseconds. Most runs take one millisecond of the caller, the first one ten, and of a starved machine's time a hundred. */
const longestHold = 300_000;

/** What the real pool makes of one program with one task. */
export const runOne =
  (language: Language, usual: Limits) =>
  async (source: string, task: Task = stdio(), limits: Partial<Limits> = {}): Promise<Run> => {
    const program = { language, source, tasks: [task], limits: { ...usual, ...limits } };
    await poolWhenNeeded.offers();
    const before = process.threadCpuUsage();
    const outcome = await poolWhenNeeded.run(program, { account: 'account', attempt: 'attempt' });
    const { user, system } = process.threadCpuUsage(before);
    // Processor time, as a busy machine changes the other one: the server's own thread goes on beside whatever a program does.
    if (user + system > longestHold) throw new Error(`the run held up its caller for ${(user + system) / 1000} ms`);
    if ('refused' in outcome) throw new Error(outcome.message);
    const [run] = outcome.runs;
    if (run === undefined) throw new Error('no run');
    return run;
  };
