import type { EngineState } from '../engine-state.ts';
import type { End, Language, Program, Run, Task } from '../program.ts';

/** A program that tries what no program may. It has one of these ends; if it ended by itself, it wrote this. */
type Attempt = {
  readonly name: string;
  readonly source: string;
  readonly ends: readonly End[];
  readonly stdout?: string;
  /** Of processor time: what is to reach its limit reaches it soon. */
  readonly seconds?: number;
};

const held: readonly End[] = ['runtime-error', 'compile-error'];
const outOfMemory: readonly End[] = ['memory-limit-exceeded', 'runtime-error'];

/** What is the same in every language. */
const common = (
  sources: { readonly [What in 'loops' | 'fills' | 'writes' | 'file' | 'process' | 'network']: string },
): readonly Attempt[] => [
  { name: 'computes for ever', source: sources.loops, ends: ['time-limit-exceeded'], seconds: 0.05 },
  { name: 'fills its memory', source: sources.fills, ends: outOfMemory },
  { name: 'writes for ever', source: sources.writes, ends: ['output-limit-exceeded'] },
  { name: 'reads a file of the machine', source: sources.file, ends: held },
  { name: 'starts a process', source: sources.process, ends: held },
  { name: 'opens a connection', source: sources.network, ends: held },
];

const bombs: readonly string[] = ['computes for ever', 'fills its memory'];

const javascript: readonly Attempt[] = [
  ...common({
    loops: 'for (;;);',
    fills: 'new Uint8Array(1e9);',
    writes: "for (;;) console.log('x'.repeat(1000));",
    file: "require('fs').readFileSync('/etc/passwd');",
    process: "require('child_process').execSync('id');",
    network: "require('net').connect(1);",
  }),
  { name: 'reaches the objects of the host', source: "[].map.constructor('return process')().mainModule.require('fs');", ends: held },
  {
    name: 'reads the environment of the service',
    source: 'console.log(Object.keys(process.env).filter((name) => /ASSAY|PATH|HOME/.test(name)).length);',
    ends: ['ended'],
    stdout: '0\n',
  },
  {
    name: 'changes what the next program uses',
    source: 'Array.prototype.map = null; console.log = null; Object.freeze(globalThis);',
    ends: ['ended'],
  },
];

const attempts: { readonly [Name in Language]?: readonly Attempt[] } = {
  python: [
    ...common({
      loops: 'while True: pass',
      fills: 'a = []\nwhile True: a.append(bytearray(1 << 20))',
      writes: "while True: print('x' * 1000)",
      file: "print(open('/etc/passwd').read())",
      process: "import subprocess\nsubprocess.run(['id'], check=True)",
      network: "import socket\nsocket.create_connection(('127.0.0.1', 1))",
    }),
    {
      name: 'reads the environment of the service',
      source: "import os\nprint(sum(name.startswith(('ASSAY', 'HOME', 'SECRET')) for name in os.environ))",
      ends: ['ended'],
      stdout: '0\n',
    },
    { name: 'writes a file', source: "open('/escape', 'w').write('x')", ends: held },
    {
      name: 'changes what the next program uses',
      source: "import builtins, sys\nbuiltins.len = None\nbuiltins.print = None\nsys.modules['math'] = None",
      ends: ['ended'],
    },
  ],
  javascript,
  // The same engine: what ends its thread was tried in JavaScript.
  typescript: javascript.filter(({ name }) => !bombs.includes(name)),
  ruby: [
    ...common({
      loops: 'loop {}',
      fills: "a = []\nloop { a << 'x' * (1 << 20) }",
      writes: "loop { puts 'x' * 1000 }",
      file: "puts File.read('/etc/passwd')",
      process: 'puts `id`',
      network: "require 'socket'\nTCPSocket.new('127.0.0.1', 1)",
    }),
    { name: 'writes a file', source: "File.write('/escape', 'x')", ends: held },
    {
      name: 'changes what the next program uses',
      source: 'class Integer; def +(other) = 0; end\nmodule Kernel; def puts(*) = nil; end',
      ends: ['ended'],
    },
  ],
  sql: [
    {
      name: 'computes for ever',
      source: 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c',
      ends: ['time-limit-exceeded'],
      seconds: 0.05,
    },
    { name: 'fills its memory', source: 'SELECT length(zeroblob(900000000))', ends: ['memory-limit-exceeded', ...held] },
    { name: 'opens a file of the machine', source: "ATTACH '/etc/passwd' AS other", ends: held },
    { name: 'reads a file of the machine', source: "SELECT readfile('/etc/passwd')", ends: held },
    { name: 'loads an extension', source: "SELECT load_extension('/lib/x.so')", ends: held },
    { name: 'sets a pragma', source: 'PRAGMA journal_mode = OFF', ends: held },
    { name: 'changes what it reads', source: 'DELETE FROM numbers', ends: held },
    { name: 'hides a second statement', source: 'SELECT 1; DROP TABLE numbers', ends: held },
  ],
};

/** Those that are tried: each has passed when all of these did. */
export const embeddedLanguages = Object.keys(attempts) as readonly Language[];

const right: { readonly [Name in Language]?: string } = {
  python: 'import math\nprint(len([1]) + math.floor(1.5))',
  javascript: 'console.log([1].map((one) => one + 1).join());',
  typescript: 'const two: number[] = [1].map((one) => one + 1); console.log(two.join());',
  ruby: 'puts 1 + 1',
  sql: 'SELECT x FROM numbers',
};

const limits = { seconds: 2, memory: 64, output: 4096 };
const taskOf = (language: Language): Task =>
  language === 'sql'
    ? { mode: 'sql', schema: 'CREATE TABLE numbers (x INTEGER)', data: 'INSERT INTO numbers VALUES (2)' }
    : { mode: 'stdio', input: '' };

/**
 * Programs that try to get out or to take more than their share, and one after them that must be right. They run in the very process
 * that candidates' programs run in.
 */
export const checkEmbedded = async (language: Language, run: (program: Program) => Promise<Run>): Promise<EngineState['checks']> => {
  const checks: EngineState['checks'][number][] = [];
  const runOne = (source: string, seconds = limits.seconds): Promise<Run> =>
    run({ language, source, tasks: [taskOf(language)], limits: { ...limits, seconds } });
  for (const { name, source, ends, stdout, seconds } of attempts[language] ?? []) {
    const ran = await runOne(source, seconds);
    const passed = ends.includes(ran.end) && (stdout === undefined || ran.stdout === stdout);
    checks.push({ name: `${language}: ${name}`, passed, detail: ran.end === 'not-run' ? `not run: ${ran.stderr.trim()}` : ran.end });
  }
  const after = await runOne(right[language] ?? '');
  const told = language === 'sql' ? String(after.rows?.rows[0]?.[0]) : after.stdout.trim();
  checks.push({
    name: `${language}: the next program is right`,
    passed: told === '2',
    detail: told === '2' ? told : `${after.end} ${told}`,
  });
  return checks;
};
