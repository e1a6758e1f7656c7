import { describe, expect, it } from 'vitest';
import type { Run } from '../../program.ts';
import { checkNative } from './check.ts';

const { engine, offers, checks } = await checkNative({ languages: ['ruby'] });

const run = async (source: string): Promise<Run | undefined> => {
  const program = {
    language: 'ruby',
    source,
    tasks: [{ mode: 'stdio', input: '' }],
    limits: { seconds: 20, memory: 128, output: 65_536 },
  } as const;
  for await (const one of engine.run(program, new AbortController().signal)) return one;
  return undefined;
};

if (offers.length === 0) {
  it('Ruby is not offered on this machine', () => {
    expect(checks.find(({ name }) => name === 'Ruby (ruby)')?.passed ?? false).toBe(false);
  });
} else {
  describe('what a candidate reads of an error in Ruby', () => {
    it.each([
      [
        'of the program',
        'def f(n)\n  1 / n\nend\nf(0)\n',
        2,
        /^\/box\/program\.rb:2:in .*\/': divided by 0 \(ZeroDivisionError\)\n\tfrom \/box\/program\.rb:2:in .*f'\n\tfrom \/box\/program\.rb:4:in '?`?<main>'\n$/,
      ],
      [
        'of a library',
        'require "json"\n\nJSON.parse("{")\n',
        3,
        /^[^\n]*\(JSON::ParserError\)\n\tfrom \/box\/program\.rb:3:in .<main>'\n$/,
      ],
      [
        'of a file that is not there',
        '\nrequire "nothing"\n',
        2,
        /^cannot load such file -- nothing \(LoadError\)\n\tfrom \/box\/program\.rb:2:in .<main>'\n$/,
      ],
      ['of the interpreter', 'puts 1\nProcess.kill(:SEGV, $$)\n', 2, /^\/box\/program\.rb:2: \[BUG\] Segmentation fault(?!.*\/usr\/)/s],
    ] as const)('are the lines of the program: %s', async (_name, source, line, stderr) => {
      expect(await run(source)).toMatchObject({ end: 'runtime-error', line, stderr: expect.stringMatching(stderr) });
    });

    it('are no warnings of the check before: those of the run are told once', async () => {
      const warned = await run('h = { a: 1, a: 2 }\nputs h[:a]\n');
      expect(warned).toMatchObject({ end: 'ended', stdout: '2\n' });
      expect(warned).not.toHaveProperty('warnings');
      expect(warned?.stderr.match(/warning/g)).toHaveLength(1);
    });
  });

  it('Ruby recurses as deeply as elsewhere, and reads and writes UTF-8', async () => {
    expect(await run('def f(n) = n == 0 ? 0 : 1 + f(n - 1)\nputs f(9_000), "ä€".size, Encoding.default_external\n')).toMatchObject({
      end: 'ended',
      stdout: '9000\n2\nUTF-8\n',
    });
  });
}
