import { afterEach, expect, test } from 'vitest';
import { openHub } from './hub/open-hub.ts';
import { type ConfiguredRunner, openRunnerFrom } from './open-runner-from.ts';
import { readRunnerSetting } from './runner-setting.ts';
import { startFake } from './testing/fake-service.ts';
import { sourceChild, stdio } from './testing/run-one.ts';

const limits = { seconds: 5, memory: 64, output: 65_536 };
const owner = { account: 'account', attempt: 'attempt' };

let runner: ConfiguredRunner;
afterEach(() => runner?.close());

test('a setting is the name of an engine or a URL, and plain http only where it is written', () => {
  expect(readRunnerSetting('auto')).toEqual({ kind: 'auto' });
  expect(readRunnerSetting('none')).toEqual({ kind: 'none' });
  expect(readRunnerSetting('judge0+https://user:token@host/path')).toMatchObject({
    kind: 'judge0',
    url: { href: 'https://user:token@host/path' },
  });
  expect(readRunnerSetting('judge0+http://host:2358')).toMatchObject({ kind: 'judge0', url: { protocol: 'http:' } });
  expect(readRunnerSetting('https://assay.example.com')).toMatchObject({ kind: 'assay' });
  for (const wrong of ['', 'docker', 'judge0://host', 'judge0+ftp://host', 'piston+https://host', 'https://', 'Auto'])
    expect(readRunnerSetting(wrong)).toBeUndefined();
});

test('embedded engines run programs at once, and say what they offer', async () => {
  runner = await openRunnerFrom({ kind: 'embedded' }, { child: sourceChild, size: 1 });
  const outcome = await runner.run({ language: 'python', source: 'print(1)', tasks: [stdio()], limits }, owner);
  expect(outcome).toMatchObject({ runs: [{ end: 'ended', stdout: '1\n' }] });
  expect(runner.offers().map(({ engine, language }) => `${engine} ${language}`)).toContain('embedded python');
});

test('without engines no program runs, no process starts, and what runs elsewhere is offered all the same', async () => {
  const python = { language: 'python', source: 'print(1)', tasks: [stdio()], limits } as const;
  runner = await openRunnerFrom({ kind: 'none' }, { child: sourceChild, size: 1 });
  expect(await runner.run(python, owner)).toMatchObject({ refused: 'not-offered' });
  expect(runner.offers()).toEqual([]);
  expect(await runner.settled).toEqual([]);
  expect(runner.metrics().counters.childStarts).toBe(0);
  await runner.close();
  const hub = openHub();
  hub.hello({ offers: [{ engine: 'native', language: 'python', version: 'Python 3.12', modes: ['stdio'] }], size: 1, sizeOfOthers: 1 });
  runner = await openRunnerFrom({ kind: 'none' }, { child: sourceChild, size: 1, hub });
  expect(runner.offers()).toMatchObject([{ language: 'python', engine: 'runner native' }]);
});

test('a language whose self-test fails is not offered, with a warning that names the checks; the others are', async () => {
  runner = await openRunnerFrom({ kind: 'embedded' }, { child: new URL('testing/child-that-leaks.ts', import.meta.url), size: 1 });
  const outcome = await runner.run({ language: 'python', source: 'print(1)', tasks: [stdio()], limits }, owner);
  expect(outcome).toMatchObject({ refused: 'not-offered' });
  await runner.tried;
  expect(runner.offers().map(({ language }) => language)).toEqual(['sql']);
  const [state] = await runner.settled;
  expect(state).toMatchObject({ engine: 'embedded', offers: [{ language: 'sql' }], refusal: null });
  expect(state?.warnings).toEqual([
    expect.stringMatching(/^python is not offered, because its self-test failed: .*python: reads a file of the machine \(ended\)/),
  ]);
  expect(state?.checks.filter(({ name, passed }) => name.startsWith('sql: ') && !passed)).toEqual([]);
  // What tries the engines is not counted.
  expect(runner.metrics().counters).toMatchObject({ programs: 0, runs: { ended: 0 } });
});

test('with auto a language that has passed natively is run so, and its programs wait for the self-test; one that names the embedded engine does not', async () => {
  runner = await openRunnerFrom({ kind: 'auto' }, { child: sourceChild, size: 1 });
  const which = { language: 'python', source: 'import sys\nprint(sys.platform)', tasks: [stdio()], limits } as const;
  expect(await runner.run({ ...which, engine: 'embedded' }, owner)).toMatchObject({ runs: [{ end: 'ended', stdout: 'wasi\n' }] });
  expect(await runner.run(which, { ...owner, comesAgain: true })).toMatchObject({ refused: 'untested' });
  const outcome = await runner.run(which, owner);
  await runner.preferred;
  const [, native] = await runner.settled;
  const isNative = native?.offers.some(({ language }) => language === 'python') === true;
  expect(outcome).toMatchObject({ runs: [{ end: 'ended', stdout: isNative ? `${process.platform}\n` : 'wasi\n' }] });
  expect(runner.offers().find(({ language }) => language === 'python')?.engine).toBe(isNative ? 'native' : 'embedded');
  expect(await runner.run({ ...which, engine: 'judge0' }, owner)).toMatchObject({ refused: 'not-offered' });
});

test('with a service all programs that read and write are run there, and wait when it is down; the others are run here', async () => {
  const gone = await startFake(() => ({ status: 200, json: [] }));
  await gone.close();
  const url = new URL(`http://127.0.0.1:${gone.port}/`);
  runner = await openRunnerFrom({ kind: 'judge0', url }, { child: sourceChild, size: 1, places: 1 });
  const program = { language: 'python', source: 'def f(): return 1', limits } as const;
  expect(await runner.run({ ...program, tasks: [stdio()] }, owner)).toMatchObject({ refused: 'not-offered' });
  expect(await runner.run({ ...program, tasks: [{ mode: 'function', name: 'f', args: [] }] }, owner)).toMatchObject({
    runs: [{ end: 'ended', value: 1 }],
  });
  expect(runner.offers().filter(({ modes }) => modes.includes('stdio'))).toEqual([]);
  expect(runner.metrics()).toMatchObject({ counters: { programs: 1, runs: { ended: 1 } }, gauges: { size: 9, sizeOfOthers: 5 } });
  expect(await runner.settled).toMatchObject([
    { engine: 'judge0', refusal: 'Judge0 could not be reached: ECONNREFUSED' },
    { engine: 'embedded', refusal: null },
  ]);
});
