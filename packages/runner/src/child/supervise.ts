import { outputMemory, writtenBy } from '../engines/bounded-output.ts';
import { turnMs } from '../priority.ts';
import type { Program, Run } from '../program.ts';
import { type ChildSettings, notRun, type ThreadOrder, type ThreadReport } from './messages.ts';
import type { Thread, Threads } from './threads.ts';

/** Seconds of processor time for the compiler, for whose length a candidate is not judged. */
const compileSeconds = 10;
/** Seconds between two looks at least: the time that passes is an upper bound of the time that a thread uses. */
const shortestLook = 0.005;
/** Seconds until a thread that did not tell is asked again. */
const looksApart = 0.1;

type Stuck = Pick<ChildSettings, 'stuckSeconds' | 'slowest'>;

type Phase = { readonly index: number | undefined; readonly cpu: number; readonly limit: number };

/** How a thread left off: it did all; it is not to be used again; nobody wants the rest; or a limit or a fault ended it in a phase. */
type Left =
  | { readonly how: 'done' }
  | { readonly how: 'spent' }
  | { readonly how: 'stopped' }
  | { readonly how: 'too-slow'; readonly phase: Phase; readonly seconds: number }
  | { readonly how: 'stuck' | 'died' | 'full'; readonly phase: Phase };

/** Undefined for a thread that does not tell: it may be about to end. */
const usedBy = async ({ worker }: Thread): Promise<number | undefined> => {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1e6;
  } catch {
    return undefined;
  }
};

/** Follows one thread through a program, and ends it when a phase takes more processor time than it may. */
const follow = (
  thread: Thread,
  order: ThreadOrder,
  report: (index: number, run: Run) => void,
  { stuckSeconds, slowest }: Stuck,
  signal: AbortSignal,
): Promise<Left> =>
  new Promise((resolve) => {
    const { worker } = thread;
    const { limits } = order.program;
    let phase: Phase = { index: undefined, cpu: 0, limit: compileSeconds };
    let timer: NodeJS.Timeout | undefined;
    let over = false;
    const settle = (left: Left): void => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      clearTimeout(backstop);
      worker.off('message', onMessage);
      worker.off('error', onError);
      worker.off('exit', onExit);
      signal.removeEventListener('abort', onAbort);
      resolve(left);
    };
    const look = async (watched: Phase): Promise<void> => {
      const used = await usedBy(thread);
      if (over || phase !== watched) return;
      if (used === undefined) return watch(watched, looksApart);
      const seconds = used - watched.cpu;
      if (seconds > watched.limit) settle({ how: 'too-slow', phase: watched, seconds });
      else watch(watched, watched.limit - seconds);
    };
    const watch = (watched: Phase, remaining: number): void => {
      timer = setTimeout(() => void look(watched), Math.max(remaining, shortestLook) * 1000);
    };
    // A thread that uses no processor time, or does not tell how much, is our fault and not the candidate's.
    let backstop: NodeJS.Timeout | undefined;
    const enter = (next: Phase): void => {
      phase = next;
      clearTimeout(timer);
      clearTimeout(backstop);
      watch(next, next.limit);
      backstop = setTimeout(() => settle({ how: 'stuck', phase: next }), (stuckSeconds + next.limit * slowest) * 1000);
    };
    const onMessage = (message: ThreadReport): void => {
      if (message.kind === 'compiling') enter({ index: undefined, cpu: message.cpu, limit: compileSeconds });
      else if (message.kind === 'running') enter({ index: message.index, cpu: message.cpu, limit: limits.seconds });
      else if (message.kind === 'run') report(message.index, message.run);
      else if (message.kind === 'done' || message.kind === 'spent') settle({ how: message.kind });
    };
    const onError = (error: unknown): void => {
      const isFull = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      settle({ how: isFull ? 'full' : 'died', phase });
    };
    const onExit = (): void => settle({ how: 'died', phase });
    worker.on('message', onMessage);
    worker.on('error', onError);
    worker.on('exit', onExit);
    const onAbort = (): void => settle({ how: 'stopped' });
    signal.addEventListener('abort', onAbort);
    enter(phase);
    worker.postMessage(order);
  });

const tooLongToCompile = (limit: number): Run => ({
  end: 'compile-error',
  stdout: '',
  stderr: `The program takes more than ${limit} s to compile.\n`,
  seconds: limit,
  memory: null,
});

/**
 * Runs a program in threads: the next one goes on where one was ended. What our side let down in a thread is tried once more in
 * another one. What `signal` stops has no further runs.
 */
export const supervise = async (
  threads: Pick<Threads, 'take' | 'give' | 'lower'>,
  { engine, program, stuck }: { readonly engine: string; readonly program: Program; readonly stuck: Stuck },
  report: (index: number, run: Run) => void,
  replaced: () => void,
  signal: AbortSignal,
): Promise<void> => {
  const count = program.tasks.length;
  const begun = performance.now() - (program.usedMs ?? 0);
  const output = outputMemory(program.limits.output);
  let from = 0;
  let failures = 0;
  const tell = (index: number, run: Run): void => {
    report(index, run);
    from = index + 1;
    failures = 0;
  };
  while (from < count && !signal.aborted) {
    const thread = await threads.take(engine);
    const turn = setTimeout(() => threads.lower(thread), begun + turnMs - performance.now());
    const left: Left = signal.aborted ? { how: 'done' } : await follow(thread, { program, from, output }, tell, stuck, signal);
    clearTimeout(turn);
    if (left.how === 'done') {
      threads.give(thread);
      continue;
    }
    replaced();
    await thread.worker.terminate();
    if (left.how === 'spent' || left.how === 'stopped') continue;
    const isCompiling = left.phase.index === undefined;
    const written = writtenBy(left.phase.index, output, program.limits.output);
    if (left.how === 'too-slow') {
      if (isCompiling) while (from < count) tell(from, tooLongToCompile(left.phase.limit));
      else tell(from, { end: 'time-limit-exceeded', ...written, seconds: left.seconds, memory: null });
      continue;
    }
    failures += 1;
    if (failures < 2) continue;
    if (left.how === 'full' && !isCompiling) {
      tell(from, { ...notRun(''), ...written, end: 'memory-limit-exceeded' });
      continue;
    }
    const reason = `the engine ${left.how === 'stuck' ? 'does not answer' : 'died'}\n`;
    if (!isCompiling)
      tell(from, {
        ...notRun(`${written.stderr}${written.stderr === '' || written.stderr.endsWith('\n') ? '' : '\n'}${reason}`),
        stdout: written.stdout,
      });
    while (from < count) tell(from, notRun(reason));
  }
};
