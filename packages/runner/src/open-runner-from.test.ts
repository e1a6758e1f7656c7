import { afterEach, expect, test } from 'vitest';
import { type ConfiguredRunner, openRunnerFrom } from './open-runner-from.ts';
import { readRunnerSetting } from './runner-setting.ts';
import { sourceChild, stdio } from './testing/run-one.ts';

const limits = { seconds: 5, memory: 64, output: 65_536 };
const owner = { account: 'account', attempt: 'attempt' };

let runner: ConfiguredRunner;
afterEach(() => runner?.close());

test('a setting is the name of an engine or a URL, and plain http only where it is written', () => {
  expect(readRunnerSetting('auto')).toEqual({ kind: 'auto' });
  expect(readRunnerSetting('judge0+https://user:token@host/path')).toMatchObject({
    kind: 'judge0',
    url: { href: 'https://user:token@host/path' },
  });
  expect(readRunnerSetting('judge0+http://host:2358')).toMatchObject({ kind: 'judge0', url: { protocol: 'http:' } });
  expect(readRunnerSetting('piston+https://host')).toMatchObject({ kind: 'piston' });
  expect(readRunnerSetting('https://assay.example.com')).toMatchObject({ kind: 'assay' });
  for (const wrong of ['', 'docker', 'judge0://host', 'judge0+ftp://host', 'isolate+https://host', 'https://', 'Auto'])
    expect(readRunnerSetting(wrong)).toBeUndefined();
});

test('embedded engines run programs at once, and say what they offer', async () => {
  runner = await openRunnerFrom({ kind: 'embedded' }, { child: sourceChild, size: 1 });
  const outcome = await runner.run({ language: 'python', source: 'print(1)', tasks: [stdio()], limits }, owner);
  expect(outcome).toMatchObject({ runs: [{ end: 'ended', stdout: '1\n' }] });
  const [state, ...others] = await runner.settled;
  expect(state).toMatchObject({ engine: 'embedded', refusal: null });
  expect(others).toEqual([]);
});

test('with auto a language of both engines is run by the embedded one, and a program of a native one waits for its self-test', async () => {
  runner = await openRunnerFrom({ kind: 'auto' }, { child: sourceChild, size: 1 });
  const c = { language: 'c', source: 'int main(void) { return 0; }', tasks: [stdio()], limits } as const;
  const outcome = await runner.run(c, owner);
  const [, native] = await runner.settled;
  if (native?.offers.some(({ language }) => language === 'c')) expect(outcome).toMatchObject({ runs: [{ end: 'ended' }] });
  else expect(outcome).toMatchObject({ refused: 'not-offered' });
  expect(runner.offers().find(({ language }) => language === 'python')?.engine).toBe('embedded');
});
