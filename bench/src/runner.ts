// Runs per second and processor time of a run for each engine and language, the start of the pool, its first run and its memory; then the
// p99 of a save with 1,000 candidates beside a pool that grades, against the same without. `pnpm bench:runner [seconds [candidates]]`
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { type Language, openRunnerFrom, type Program, type Runner } from '@assay/runner';
import { Pool } from 'undici';
import { Latencies } from './latencies.ts';
import { start } from './processes.ts';
import { call, environmentOf, register, serverOf, testFile } from './workload.ts';

const seconds = Number(process.argv[2] ?? 10);
const candidates = Number(process.argv[3] ?? 1000);
const server = pathToFileURL(serverOf());
const files = { child: new URL('runner-child.js', server), assets: new URL('runner-assets/', server) };

const javascript = "const [a, b] = require('fs').readFileSync(0, 'utf8').split(' ').map(Number);\nconsole.log(a + b);";
/** Each reads two integers and prints their sum. */
const sums: { readonly [Name in Language]?: string } = {
  python: 'print(sum(map(int, input().split())))',
  javascript,
  typescript: javascript.replace('[a, b]', '[a, b]: number[]'),
  ruby: 'puts gets.split.map(&:to_i).sum',
  c: '#include <stdio.h>\nint main(void) { int a, b; scanf("%d %d", &a, &b); printf("%d\\n", a + b); }',
  cpp: '#include <iostream>\nint main() { int a, b; std::cin >> a >> b; std::cout << a + b << "\\n"; }',
  go: 'package main\nimport "fmt"\nfunc main() { var a, b int; fmt.Scan(&a, &b); fmt.Println(a + b) }',
  rust: 'fn main() { let mut s = String::new(); std::io::stdin().read_line(&mut s).unwrap(); println!("{}", s.split_whitespace().map(|n| n.parse::<i32>().unwrap()).sum::<i32>()); }',
  java: 'import java.util.*;\npublic class Main { public static void main(String[] x) { Scanner s = new Scanner(System.in); System.out.println(s.nextInt() + s.nextInt()); } }',
};
const cases = 10;

const programOf = (language: Language, source: string): Program => ({
  language,
  source,
  tasks: Array.from({ length: cases }, () => ({ mode: 'stdio', input: '1 2\n' })),
  limits: { seconds: 5, memory: 256, output: 10_000 },
});

const childrenOf = async (pid: number): Promise<number[]> => {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const own = text.trim().split(' ').filter(Boolean).map(Number);
  return [...own, ...(await Promise.all(own.map(childrenOf))).flat()];
};

/** Of the processes that this one started: milliseconds of processor time, with those that have ended, and MiB in memory. */
const usage = async (): Promise<{ readonly cpu: number; readonly memory: number }> => {
  let [cpu, memory] = [0, 0];
  for (const pid of await childrenOf(process.pid)) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const times = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15);
    cpu += times.reduce((sum, one) => sum + Number(one), 0) * 10;
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
    memory += Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
  }
  return { cpu, memory };
};

const runOnce = async (runner: Runner, program: Program, turn: number): Promise<void> => {
  const outcome = await runner.run(program, { account: 'bench', attempt: String(turn) });
  const wrong = 'refused' in outcome ? outcome.message : outcome.runs.find(({ stdout }) => stdout.trim() !== '3');
  if (wrong !== undefined) throw new Error(`${program.language}: ${JSON.stringify(wrong)}`);
};

const measure = async (runner: Runner, program: Program): Promise<string> => {
  await runOnce(runner, program, 0);
  const before = await usage();
  const from = performance.now();
  let programs = 0;
  const lane = async (turn: number): Promise<void> => {
    while (performance.now() - from < seconds * 1000) {
      await runOnce(runner, program, turn);
      programs += 1;
    }
  };
  // One waits while the other runs.
  await Promise.all([lane(1), lane(2)]);
  const took = (performance.now() - from) / 1000;
  const after = await usage();
  const runs = programs * cases;
  const figures = [
    `${(runs / took).toFixed(0).padStart(6)} runs/s`,
    `${(programs / took).toFixed(1).padStart(7)} submissions/s`,
    `${((after.cpu - before.cpu) / runs).toFixed(1).padStart(7)} ms of processor time a run`,
    `${after.memory.toFixed(0).padStart(5)} MiB`,
  ];
  return `${program.language.padEnd(12)}${figures.join('   ')}`;
};

const engines = async (kind: 'embedded' | 'native'): Promise<void> => {
  const from = performance.now();
  const runner = await openRunnerFrom({ kind }, { ...files, size: 1 });
  try {
    // Programs wait for the self-test of their language themselves.
    const opened = performance.now() - from;
    if (kind !== 'native') {
      await runOnce(runner, programOf('python', sums.python ?? ''), 0);
      console.log(`${kind}: the first ${cases} runs (python) are done after ${(performance.now() - from).toFixed(0)} ms`);
    }
    await runner.settled;
    const offered = runner.offers().filter(({ engine }) => (engine === 'native') === (kind === 'native'));
    if (offered.length === 0) return console.log(`${kind}: offers nothing here`);
    console.log(`${kind}: open after ${opened.toFixed(0)} ms, all tried after ${(performance.now() - from).toFixed(0)} ms`);
    for (const { language } of offered) {
      const program = sums[language];
      if (program !== undefined) console.log(await measure(runner, programOf(language, program)));
    }
  } finally {
    await runner.close();
  }
};

const savesEvery = 10_000;
/** So many programs that the pool has enough to do for all of the measurement. */
const work = 'for (let i = 0, s = 0; i < 5e5; i += 1) s += i;\nconsole.log(3)';
const heavy = {
  name: 'Programs',
  duration: 60,
  sections: [
    {
      name: 'One',
      questions: [
        {
          kind: 'coding',
          prompt: 'Print 3.',
          languages: ['javascript'],
          limits: { seconds: 10 },
          cases: Array.from({ length: cases }, () => ({ input: '', output: '3' })),
        },
      ],
    },
  ],
};

const beside = async (): Promise<void> => {
  const directory = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  try {
    const { url, stop } = await start(serverOf(), environmentOf(directory));
    const { testId } = await call<{ testId: number }>(`${url}/manage/v1/tests`, 'POST', testFile);
    const { testId: programsId } = await call<{ testId: number }>(`${url}/manage/v1/tests`, 'POST', heavy);
    const paths: string[] = [];
    for (let index = 0; index < candidates; index += 1) {
      const { takeTestURL } = await register(url, testId, `c${index}@example.com`);
      await call(`${takeTestURL}/start`, 'POST');
      paths.push(new URL(takeTestURL).pathname);
    }
    const pool = new Pool(url, { connections: 64 });
    let revision = 0;
    const save = async (path: string, due: number, saves: Latencies): Promise<void> => {
      await pause(Math.max(0, due - performance.now()));
      revision += 1;
      const body = JSON.stringify({ answer: revision % 2 === 0 ? 'a' : 'b', revision });
      const headers = { 'content-type': 'application/json' };
      const response = await pool.request({ method: 'PUT', path: `${path}/answers/${(revision % 20) + 1}`, headers, body });
      const { statuscode } = (await response.body.json()) as { statuscode: string };
      if (statuscode !== '200.1') throw new Error(`a save: ${statuscode}`);
      saves.add(performance.now() - due);
    };
    /** Every candidate saves once in ten seconds. */
    const saveAll = async (name: string): Promise<Latencies> => {
      const saves = new Latencies(name);
      const first = performance.now() + 200;
      const all: Promise<void>[] = [];
      for (const [index, path] of paths.entries())
        for (let due = (index / candidates) * savesEvery; due < seconds * 1000; due += savesEvery) all.push(save(path, first + due, saves));
      await Promise.all(all);
      console.log(saves.toString());
      return saves;
    };
    const metric = async (name: string): Promise<number> => {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
    };
    const quiet = await saveAll('alone');
    for (let index = 0; index < Math.max(10, seconds * 2); index += 1) {
      const { takeTestURL } = await register(url, programsId, `p${index}@example.com`);
      await call(`${takeTestURL}/start`, 'POST');
      await call(`${takeTestURL}/answers/1`, 'PUT', { answer: { language: 'javascript', source: work }, revision: 1 });
      await call(`${takeTestURL}/submit`, 'POST');
    }
    const graded = 'assay_gradings_total\\{outcome="graded"\\}';
    const before = await metric(graded);
    const busy = await saveAll('beside');
    console.log(`graded meanwhile: ${(await metric(graded)) - before}; waiting at the end: ${await metric('assay_gradings_waiting')}`);
    const ratio = busy.at(0.99) / quiet.at(0.99);
    console.log(`p99 of a save beside a busy pool: ${ratio.toFixed(2)} of that without: ${ratio <= 2 ? 'OK' : 'over 2'}`);
    await pool.close();
    await stop();
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

await engines('embedded');
await engines('native');
await beside();
