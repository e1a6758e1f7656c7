import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Run } from '../../program.ts';
import { checkNative } from './check.ts';
import { hostileInInterpreters } from './hostile-in-interpreters.ts';

const { offers, checks } = await checkNative({ languages: ['javascript', 'typescript'] });
const offered = offers.find(({ language }) => language === 'typescript');
const isRoot = process.getuid?.() === 0;
/** The Node that programs find. */
const node = ['/usr/local/bin/node', '/usr/bin/node'].find((path) => existsSync(path));

/** Runs each program on the Node of this machine or, where that is too old, on the one of this test in its place. */
const runAll = (programs: readonly { readonly source: string; readonly seconds?: number | undefined }[]): readonly Run[] => {
  const script = `import { openNative } from ${JSON.stringify(new URL('./check.ts', import.meta.url).href)};
const engine = openNative([{ engine: 'native', language: 'typescript', version: 'Node.js', modes: ['stdio'] }]);
const runs = [];
const { signal } = new AbortController();
for (const { source, seconds = 60 } of JSON.parse(process.argv[1]))
  runs.push(...await Array.fromAsync(engine.run({ language: 'typescript', source, tasks: [{ mode: 'stdio', input: 'in\\n' }], limits: { seconds, memory: 128, output: 65536 } }, signal)));
console.log(JSON.stringify(runs));`;
  const child = [process.execPath, '--input-type=module', '--eval', script, JSON.stringify(programs)];
  const inPlace = ['bwrap', '--dev-bind', '/', '/', ...(isRoot ? ['--cap-add', 'ALL'] : []), '--ro-bind', process.execPath, node ?? ''];
  const [command = '', ...args] = offered === undefined ? [...inPlace, '--', ...child] : child;
  const result = spawnSync(command, args, { encoding: 'utf8' });
  expect(result.stderr).toBe('');
  return JSON.parse(result.stdout);
};

const describeIf = (is: boolean, name: string, tests: () => void): void => {
  if (is) describe(name, tests);
};

describeIf(node !== undefined && offers.length > 0, 'TypeScript', () => {
  it('is offered on a Node.js that removes types; on an older one the self-test says which is needed', () => {
    if (offered) expect(offered).toMatchObject({ version: expect.stringMatching(/^Node\.js (2[2-9]|[3-9]\d)\./), modes: ['stdio'] });
    else
      expect(checks.find(({ name }) => name === 'Node.js (typescript)')).toMatchObject({
        passed: false,
        detail: expect.stringMatching(/^Node\.js \S+ failed: compile-error Node\.js 22\.13 or newer is needed for TypeScript$|too busy/),
      });
  });

  it('has types, enums, namespaces and parameter properties, by require and by import, and no warning is shown', () => {
    const [types, anew, imports] = runAll([
      { source: "interface A { x: number }\nconst a: A = { x: 1 };\nconsole.log(a.x, require('fs').readFileSync(0, 'utf8').trim());\n" },
      {
        source: `enum E { A, B }
namespace N { export const x: number = 3; }
class P { constructor(private readonly x: number) {} get(): number { return this.x; } }
console.log(E.B, E[0], N.x, new P(4).get());
`,
      },
      {
        source:
          "import { readFileSync } from 'node:fs';\nenum Of { input }\nconsole.log(readFileSync(Of.input, 'utf8').trim(), await 1);\n",
      },
    ]);
    expect(types).toMatchObject({ end: 'ended', stdout: '1 in\n', stderr: '' });
    expect(anew).toMatchObject({ end: 'ended', stdout: '1 A 3 4\n', stderr: '' });
    expect(imports).toMatchObject({ end: 'ended', stdout: 'in 1\n', stderr: '' });
    for (const run of [types, anew, imports]) expect(run).not.toHaveProperty('warnings');
  });

  it("tells the candidate's file and lines only, whatever had to be rewritten", () => {
    const failing = (before: string) => `${before}\n\n\nfunction f(n: number): never {\n  throw new RangeError('no ' + n);\n}\nf(1);\n`;
    const [plain, anew, module, rejected, missing] = runAll([
      { source: failing('') },
      { source: failing('enum E { A, B }\nnamespace N { export const x = 1; }') },
      { source: failing("import { EOL } from 'node:os';") },
      { source: '\nPromise.reject(new Error("later"));\n' },
      { source: "\n\nrequire('nothing');\n" },
    ]);
    for (const [run, line] of [
      [plain, 5],
      [anew, 6],
      [module, 5],
    ] as const) {
      expect(run).toMatchObject({ end: 'runtime-error', line });
      const trace = `^/box/program\\.ts:${line}\\n  throw new RangeError\\('no ' \\+ n\\);\\n +\\^\\n+RangeError: no 1\\n    at f \\(/box/program\\.ts:${line}:9\\)\\n    at [^\\n]*/box/program\\.ts:${line + 2}:1\\)?\\n\\nNode\\.js v\\S+\\n$`;
      expect(run?.stderr).toMatch(new RegExp(trace));
    }
    expect(rejected).toMatchObject({ end: 'runtime-error', line: 2 });
    expect(missing).toMatchObject({ end: 'runtime-error', line: 3, stderr: expect.stringContaining("Cannot find module 'nothing'") });
    for (const run of [rejected, missing]) expect(run?.stderr).not.toMatch(/node:|program\.js|\[eval\]/);
  });

  it('tells the line of what is wrong before a run, also where only the reader of JavaScript sees it', () => {
    const runs = runAll([
      { source: 'const a: number = 1;\nlet b: = 3;\n' },
      { source: 'const a: number = 1;\n\nconst a = 3;\n' },
      { source: "import { EOL } from 'node:os';\nconst a: number = 1;\nconst a = 3;\n" },
      // Of code that was rewritten nobody knows it.
      { source: 'enum E { A }\n\nconst a: number = 1;\nconst a = 3;\n' },
    ]);
    expect(runs.map(({ end, line }) => [end, line])).toEqual([
      ['compile-error', 2],
      ['compile-error', 3],
      ['compile-error', 3],
      ['compile-error', undefined],
    ]);
    for (const { stderr } of runs) {
      expect(stderr).toContain('SyntaxError');
      expect(stderr).not.toMatch(/\[eval\]|node:/);
    }
  });

  it('holds what is hostile', () => {
    const programs = hostileInInterpreters.filter(({ language }) => language === 'typescript');
    const runs = runAll(programs.map(({ source, limits }) => ({ source, seconds: limits?.seconds })));
    for (const [index, { name, end, stdout }] of programs.entries()) {
      const found = runs[index];
      expect(typeof end === 'string' ? [end] : end, `${name}: ${found?.stderr}`).toContain(found?.end);
      if (stdout) expect(found?.stdout).toMatch(stdout);
    }
  });
});
