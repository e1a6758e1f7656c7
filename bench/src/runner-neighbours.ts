// How long a candidate waits for a Run of hello world beside programs that take what they can, of the same account and of another one:
// p50, p95 and the longest. Alone first. Each kind is tried with embedded engines, and with native ones where they can be had.
// `pnpm bench:runner-neighbours [seconds]`
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Language, type Owner, openRunnerFrom, type Program, type Runner } from '@assay/runner';
import { serverOf } from './workload.ts';

const seconds = Number(process.argv[2] ?? 10);
const server = pathToFileURL(serverOf());
const files = { child: new URL('runner-child.js', server), assets: new URL('runner-assets/', server) };

const program = (language: Language, source: string, cases = 1, limit = 10): Program => ({
  language,
  source,
  tasks: Array.from({ length: cases }, () => ({ mode: 'stdio', input: '' })),
  limits: { seconds: limit, memory: 256, output: 10_000 },
});
const hello = program('python', 'print("hello")');
const endless = program('python', 'while True: pass', 25, 2);
const asleep = program('python', 'import time\ntime.sleep(1000)');
const templates = `template<int D, unsigned long N> struct T { static constexpr int v = T<D - 1, 2 * N>::v + T<D - 1, 2 * N + 1>::v; };
template<unsigned long N> struct T<0, N> { static constexpr int v = 1; };
int main() { return T<24, 1>::v; }`;

/** Programs that are under way all the time: when one has ended, another one takes its place. */
type Beside = { readonly name: string; readonly count: number; readonly waits?: Owner['waits']; readonly program: Program };

const besides: readonly Beside[] = [
  { name: 'nothing', count: 0, program: hello },
  { name: 'one grading, 25 cases of an endless loop', count: 1, program: endless },
  { name: '16 gradings of endless loops', count: 16, program: endless },
  { name: 'one grading that sleeps', count: 1, program: asleep },
  { name: 'six candidates with endless loops', count: 6, waits: 'candidate', program: program('python', 'while True: pass', 5) },
  { name: 'twenty candidates with endless loops', count: 20, waits: 'candidate', program: program('python', 'while True: pass', 5) },
  { name: 'two candidates whose C++ takes long to compile', count: 2, waits: 'candidate', program: program('cpp', templates) },
];

const runBeside = async (runner: Runner, { name, count, waits, program: other }: Beside, account: string): Promise<void> => {
  const over = new AbortController();
  const keep = async (at: number): Promise<void> => {
    while (!over.signal.aborted) {
      const owner = { account: 'a', attempt: `other ${at}`, ...(waits === undefined ? {} : { waits }) };
      const outcome = await runner.run(other, owner, over.signal);
      if ('refused' in outcome && !over.signal.aborted) throw new Error(JSON.stringify(outcome));
    }
  };
  const others = Array.from({ length: count }, (_, at) => keep(at));
  await pause(2000);
  const times: number[] = [];
  for (const from = performance.now(); performance.now() - from < seconds * 1000; ) {
    const began = performance.now();
    const outcome = await runner.run(hello, { account, attempt: 'honest', waits: 'candidate' });
    times.push(performance.now() - began);
    if ('refused' in outcome || outcome.runs[0]?.stdout !== 'hello\n') throw new Error(JSON.stringify(outcome));
    await pause(100);
  }
  over.abort();
  await Promise.all(others);
  times.sort((one, next) => one - next);
  const at = (share: number): string =>
    `${(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN).toFixed(0)} ms`;
  console.log(
    `  ${name.padEnd(48)} ${account === 'a' ? 'same account ' : 'other account'}  p50 ${at(0.5).padStart(8)}  p95 ${at(0.95).padStart(8)}  longest ${at(1).padStart(8)}  (${times.length} runs)`,
  );
};

for (const kind of ['embedded', 'native'] as const) {
  const runner = await openRunnerFrom({ kind }, files);
  try {
    await runner.settled;
    console.log(`${kind}:`);
    const offers = runner.offers();
    for (const beside of besides)
      if (offers.some(({ language }) => language === beside.program.language))
        for (const account of beside.count === 0 ? ['a'] : ['a', 'b']) await runBeside(runner, beside, account);
  } finally {
    await runner.close();
  }
}
