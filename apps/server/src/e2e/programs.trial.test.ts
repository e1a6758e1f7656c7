import { readdir, readFile } from 'node:fs/promises';
import { describe, expect } from 'vitest';
import { call } from './support/http.ts';
import { withLanguages } from './support/server-process.ts';
import { it } from './support/service.ts';

const sum = {
  kind: 'coding',
  prompt: 'Read two integers, print their sum.',
  languages: ['python', 'javascript', 'typescript'],
  cases: [{ input: '1 2\n', output: '3\n', sample: true }],
  solution: {
    python: 'print(sum(map(int, input().split())))',
    javascript: "const [a, b] = require('fs').readFileSync(0, 'utf8').split(' ').map(Number);\nconsole.log(a + b);",
    typescript: "const [a, b]: number[] = require('fs').readFileSync(0, 'utf8').split(' ').map(Number);\nconsole.log(a + b);",
  },
};
const names = {
  kind: 'sql',
  prompt: 'List the names.',
  schema: 'create table people (name text)',
  data: ["insert into people values ('Bo'), ('Al')"],
  solution: 'select name from people order by name',
};
const fileOf = (...questions: readonly object[]) => ({ name: 'Code', duration: 30, sections: [{ name: 'One', questions }] });

describe('the server as it was built', () => {
  it('tells what it offers: its doctor tries every engine', async ({ service: { servers } }) => {
    const { code, stdout } = await servers.command(withLanguages, 'doctor');
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/python +3\.11[\s\S]*sql +SQLite[\s\S]*\d+ checks passed/) });
  });

  it('has the same program of child processes as the worker and the runner: what one has tried counts for all', async () => {
    const childOf = async (app: string) => {
      const dist = new URL(`../../../${app}/dist/`, import.meta.url);
      const files = ['runner-child.js', ...(await readdir(new URL('runner-chunks/', dist))).map((name) => `runner-chunks/${name}`)];
      return Promise.all(files.sort().map(async (file) => [file, await readFile(new URL(file, dist), 'utf8')]));
    };
    const [own, ...others] = await Promise.all(['server', 'worker', 'runner'].map(childOf));
    expect(own?.length).toBeGreaterThan(5);
    for (const other of others) expect(other).toEqual(own);
  });

  it('runs Python, JavaScript, TypeScript and SQL: an import runs the solutions', async ({ service: { api, url, key } }) => {
    expect(await api.importTest(fileOf(sum, names))).toMatchObject({ outcome: 'created', questions: 2 });
    const solution = { python: 'print(3.5)', javascript: 'console.log(4)', typescript: 'let wrong: number = 5; console.log(wrong)' };
    const body = fileOf({ ...sum, solution }, { ...names, wrong: [names.solution] });
    const { status, result } = await call<string>(`${url}/manage/v1/tests`, { method: 'POST', key, body });
    expect(status).toBe(400);
    expect(result.match(/[^;]*must (not )?pass[^;]*/g)).toEqual([
      expect.stringMatching(/\[0\]\.solution\.python: .*"3" is expected, not "3\.5"/),
      expect.stringMatching(/\[0\]\.solution\.javascript: .*"3" is expected, not "4"/),
      expect.stringMatching(/\[0\]\.solution\.typescript: .*"3" is expected, not "5"/),
      expect.stringMatching(/\[1\]\.wrong\[0\]: must not pass/),
    ]);
  });
});
