import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Language, Run } from '../../program.ts';
import { checkNative } from './check.ts';
import { toolchains } from './toolchains.ts';

const compiled = mkdtempSync(join(tmpdir(), 'compiled-'));
afterAll(() => rmSync(compiled, { recursive: true }));

const { engine, offers } = await checkNative({ languages: ['c', 'cpp'], compiled });

const runs = async (language: Language, source: string, inputs: readonly string[] = ['']): Promise<Run[]> => {
  const tasks = inputs.map((input) => ({ mode: 'stdio', input }) as const);
  const limits = { seconds: 5, memory: 128, output: 65_536 };
  const every: Run[] = [];
  for await (const run of engine.run({ language, source, tasks, limits }, new AbortController().signal)) every.push(run);
  return every;
};
const kept = (): string[] => readdirSync(join(compiled, 'programs')).sort();

describe.skipIf(!offers.some(({ language }) => language === 'c'))('C', () => {
  test('a program is not compiled again by its next run, and another one is', async () => {
    const source = '#include <stdio.h>\nint main(void) { puts("one"); }\n';
    expect(await runs('c', source)).toMatchObject([{ end: 'ended', stdout: 'one\n' }]);
    const [name = ''] = kept();
    const path = join(compiled, 'programs', name);
    const { ino } = statSync(path);
    utimesSync(path, 1000, 1000);
    expect(await runs('c', source)).toMatchObject([{ end: 'ended', stdout: 'one\n' }]);
    expect(statSync(path)).toMatchObject({ ino });
    expect(statSync(path).mtimeMs).toBeGreaterThan(1_000_000);
    expect(await runs('c', source.replace('one', 'two'))).toMatchObject([{ end: 'ended', stdout: 'two\n' }]);
    expect(kept()).toHaveLength(2);
  });

  test('a kept program that was spoiled is compiled again', async () => {
    const source = '#include <stdio.h>\nint main(void) { puts("whole"); }\n';
    const before = kept();
    await runs('c', source);
    const name = kept().find((one) => !before.includes(one)) ?? '';
    writeFileSync(join(compiled, 'programs', name), 'spoiled');
    expect(await runs('c', source)).toMatchObject([{ end: 'ended', stdout: 'whole\n' }]);
  });

  test('a program that does not compile says so again in the same words', async () => {
    const source = 'int main(void) {\n  return nothing;\n}\n';
    const [first] = await runs('c', source);
    expect(first).toMatchObject({ end: 'compile-error', line: 2, stderr: expect.stringContaining('nothing') });
    expect(await runs('c', source)).toEqual([first]);
  });

  test('warnings of a program that compiles come with its first run, also when it is not compiled again', async () => {
    const source = '#include <stdio.h>\nint main(void) { int unused; printf("%s", 1 > 2 ? 1 : 0); }\n';
    for (let round = 0; round < 2; round += 1) {
      const [first, second] = await runs('c', source, ['', '']);
      expect(first?.warnings).toMatch(/program\.c:2:\d+: warning: format .%s. expects/);
      expect(first?.warnings).not.toContain('-Wunused');
      expect(second?.warnings).toBeUndefined();
    }
  });
});

describe.skipIf(!offers.some(({ language }) => language === 'cpp'))('C++', () => {
  const source =
    '#include <bits/stdc++.h>\nusing namespace std;\nint main() { map<string, int> m; m["a"] = 41; cout << m["a"] + 1 << "\\n"; }\n';
  const headers = (): string =>
    join(compiled, 'parts', readdirSync(join(compiled, 'parts')).find((name) => name.startsWith('cpp-headers-')) ?? '');

  test('the headers that were compiled before are the ones that a program includes', async () => {
    expect(await runs('cpp', source)).toMatchObject([{ end: 'ended', stdout: '42\n', stderr: '' }]);
    const make = toolchains.find(({ language }) => language === 'cpp')?.parts?.find(({ name }) => name === 'headers')?.make ?? '';
    const fd = openSync(headers(), 'w');
    spawnSync('sh', ['-c', make.replace("h>'", "h>\nint onlyInThese = 7;'").replaceAll('/tmp/', `${compiled}/`)], {
      stdio: ['ignore', 'ignore', 'ignore', 'ignore', 'ignore', 'ignore', fd],
    });
    closeSync(fd);
    const other = '#include <bits/stdc++.h>\nint main() { std::cout << onlyInThese << "\\n"; }\n';
    expect(await runs('cpp', other)).toMatchObject([{ end: 'ended', stdout: '7\n' }]);
  });

  test.each([
    ['are spoiled', () => writeFileSync(headers(), 'spoiled')],
    ['are not there', () => rmSync(headers())],
  ])('a program compiles without them when they %s', async (how, spoil) => {
    spoil();
    expect(await runs('cpp', `${source}// ${how}\n`)).toMatchObject([{ end: 'ended', stdout: '42\n' }]);
  });
});
