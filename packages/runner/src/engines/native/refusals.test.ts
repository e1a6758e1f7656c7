import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { checkNative } from './check.ts';

const here = await checkNative({ languages: ['c'] });

/** The self-test on a machine that is like this one but for `changes`, made with bubblewrap itself. */
const checkedWith = (...changes: string[]): unknown => {
  const source = `import { checkNative } from ${JSON.stringify(new URL('./check.ts', import.meta.url).href)};
const { engine, ...found } = await checkNative({ languages: ['c'] });
const [run] = await Array.fromAsync(engine.run({ language: 'c', source: '', tasks: [{ mode: 'stdio', input: '' }], limits: { seconds: 1, memory: 64, output: 99 } }, new AbortController().signal));
console.log(JSON.stringify({ ...found, run: run.end }));`;
  const result = spawnSync(
    'bwrap',
    [
      ...['--bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--unshare-user', '--uid', '1000', '--gid', '1000', ...changes],
      ...['--', process.execPath, '--input-type=module', '--eval', source],
    ],
    { encoding: 'utf8', cwd: '/' },
  );
  expect(result.stderr).toBe('');
  return JSON.parse(result.stdout);
};

if (here.refusal !== null) {
  it(`native programs are refused on this machine: ${here.refusal}`, () => expect(here.offers).toEqual([]));
} else {
  it('where namespaces are forbidden nothing is offered, and the operator is told which settings to look at', () => {
    expect(checkedWith('--unshare-pid', '--disable-userns')).toMatchObject({
      offers: [],
      refusal: expect.stringMatching(/^user namespaces are not allowed here .*user\.max_user_namespaces/),
      run: 'not-run',
    });
  });

  it('without bubblewrap nothing is offered', () => {
    expect(checkedWith('--ro-bind', '/dev/null', '/usr/bin/bwrap')).toMatchObject({
      offers: [],
      refusal: 'bubblewrap (bwrap) is not installed',
      run: 'not-run',
    });
  });

  it('a bubblewrap that is too old is named with its own message', () => {
    const old = '#!/bin/sh\ncase $1 in --version) exit 0;; esac\necho "bwrap: Unknown option --disable-userns" >&2\nexit 1\n';
    const made = spawnSync('sh', ['-c', 'f=$(mktemp) && cat > "$f" && chmod 755 "$f" && echo "$f"'], { input: old, encoding: 'utf8' });
    const file = made.stdout.trim();
    expect(checkedWith('--ro-bind', file, '/usr/bin/bwrap')).toMatchObject({
      offers: [],
      refusal: 'bubblewrap 0.8 or newer is needed (bwrap: Unknown option --disable-userns)',
    });
    spawnSync('rm', [file]);
  });

  it('in a container that hides parts of /proc the operator is told so', () => {
    expect(checkedWith()).toMatchObject({
      offers: [],
      refusal: expect.stringMatching(/^a file system for processes cannot be mounted .*systempaths=unconfined$/),
    });
  });

  it('without a toolchain nothing is offered', async () => {
    expect(await checkNative({ languages: [] })).toMatchObject({ offers: [], refusal: 'there is no compiler or interpreter below /usr' });
  });
}
