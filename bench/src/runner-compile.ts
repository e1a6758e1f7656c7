// How long a Run of C++ takes, as a ratio to one of hello world that was compiled before: with nothing kept, from another source beside the
// headers that the self-test compiled, and from the same source again. By the clock (median) and in processor time (mean)
// of all rounds, which alternate. `pnpm bench:runner-compile [rounds]`
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkNative, type NativeCheck } from '@assay/runner';

const rounds = Number(process.argv[2] ?? 5);

const hello = '#include <iostream>\nint main() { std::cout << "hello\\n"; }\n';
/** Each prints hello. */
const sources: Readonly<Record<string, string>> = {
  '<iostream>': hello,
  '<bits/stdc++.h>': `#include <bits/stdc++.h>
using namespace std;
int main() {
  map<string, vector<int>> found;
  for (int n : {5, 3, 8}) found[n % 2 == 0 ? "even" : "odd"].push_back(n);
  sort(found["odd"].begin(), found["odd"].end());
  cout << (found["odd"].front() == 3 ? "hello" : "wrong") << "\\n";
}
`,
  '<regex>': `#include <iostream>
#include <regex>
int main() {
  std::smatch match;
  const std::string text = "say hello";
  std::cout << (std::regex_search(text, match, std::regex("h[a-z]+")) ? match.str() : "wrong") << "\\n";
}
`,
};

/** Of all that this process started and that has ended: milliseconds. */
const processorTime = async (): Promise<number> => {
  const stat = await readFile('/proc/self/stat', 'utf8');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15)
    .map(Number);
  return (user + system) * 10;
};

type Took = { readonly clock: number; readonly processor: number };

const runOnce = async (engine: NativeCheck['engine'], source: string): Promise<Took> => {
  const before = await processorTime();
  const from = performance.now();
  const limits = { seconds: 10, memory: 256, output: 10_000 };
  const tasks = [{ mode: 'stdio', input: '' }] as const;
  for await (const run of engine.run({ language: 'cpp', source, tasks, limits }, new AbortController().signal))
    if (run.stdout !== 'hello\n') throw new Error(JSON.stringify(run));
  return { clock: performance.now() - from, processor: (await processorTime()) - before };
};

const median = (numbers: readonly number[]): number => numbers.toSorted((one, next) => one - next)[Math.floor(numbers.length / 2)] ?? 0;
/** The kernel counts processor time in steps of 10 ms, about as long as hello world takes: a mean tells more of it. */
const typical = (times: readonly Took[]): Took => ({
  clock: median(times.map(({ clock }) => clock)),
  processor: times.reduce((sum, { processor }) => sum + processor, 0) / times.length,
});

// Programs run as another user, who passes through it to the compiled headers: the engine allows that.
const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
try {
  // A file where the folder would be: nothing is kept.
  const without = await checkNative({ languages: ['cpp'], compiled: new URL(import.meta.url).pathname });
  const kept = await checkNative({ languages: ['cpp'], compiled: folder });
  const refusal = without.refusal ?? kept.refusal;
  if (refusal !== null) throw new Error(refusal);

  const ways = ['nothing kept', 'another source', 'the same again'] as const;
  const times = new Map<string, Took[]>();
  const add = async (name: string, engine: NativeCheck['engine'], source: string): Promise<void> => {
    const took = await runOnce(engine, source);
    times.set(name, [...(times.get(name) ?? []), took]);
  };
  await runOnce(kept.engine, hello);
  for (let round = 0; round < rounds; round += 1) {
    await add('hello', kept.engine, hello);
    for (const [name, source] of Object.entries(sources)) {
      const other = `${source}// ${round}\n`;
      await add(`${name} nothing kept`, without.engine, other);
      await add(`${name} another source`, kept.engine, other);
      await add(`${name} the same again`, kept.engine, other);
    }
  }

  const base = typical(times.get('hello') ?? []);
  const print = (name: string, way: string, { clock, processor }: Took): void => {
    const ratio = (one: number, of: number): string => (one / of).toFixed(1).padStart(5);
    console.log(
      `${name.padEnd(16)} ${way.padEnd(15)} ${clock.toFixed(0).padStart(6)} ms ${ratio(clock, base.clock)}   ${processor.toFixed(0).padStart(6)} ms of processor time ${ratio(processor, base.processor)}`,
    );
  };
  print('hello world', 'the same again', base);
  for (const name of Object.keys(sources)) for (const way of ways) print(name, way, typical(times.get(`${name} ${way}`) ?? []));
} finally {
  await rm(folder, { recursive: true, force: true });
}
