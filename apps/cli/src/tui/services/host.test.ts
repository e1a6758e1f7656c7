import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { eventually } from '@assay/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clipboardSequence, openWithDesktop } from './host.ts';

describe('clipboardSequence', () => {
  it('carries any text in full, and no text can end the sequence or start another', () => {
    const text = 'https://assay.example/take/t?name=Ana Núñez 👩‍👩‍👧\u0007\u001b[2J\n';
    const sequence = clipboardSequence(text);
    const carried = sequence.slice('\u001b]52;c;'.length, -1);
    expect(sequence).toBe(`\u001b]52;c;${carried}\u0007`);
    expect(carried).toMatch(/^[A-Za-z0-9+/=]+$/);
    expect(Buffer.from(carried, 'base64').toString('utf8')).toBe(text);
  });
});

describe('openWithDesktop', () => {
  let directory: string;
  const { PATH } = process.env;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'assay-desktop-'));
  });
  afterEach(async () => {
    process.env.PATH = PATH;
    await rm(directory, { recursive: true });
  });

  /** A desktop program that waits for `goOn` and then writes its arguments. */
  const install = async (name: string) => {
    const gate = join(directory, 'gate');
    const called = join(directory, 'called');
    execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', gate]);
    await writeFile(join(directory, name), `#!/bin/sh\ncat '${gate}' && printf '%s\\n' "$#" "$@" > '${called}'\n`, { mode: 0o755 });
    process.env.PATH = `${directory}${delimiter}${PATH}`;
    return { goOn: () => writeFile(gate, ''), called: () => readFile(called, 'utf8') };
  };

  it.each([
    ['linux', 'xdg-open'],
    ['darwin', 'open'],
  ] as const)('on %s hands the whole target to %s, past any shell, and does not wait for one that goes on', async (platform, name) => {
    const { goOn, called } = await install(name);
    const target = `${directory}/Ana's report $(exit 1); & "2".pdf`;
    await openWithDesktop(target, platform, 50);
    await goOn();
    await eventually(async () => expect(await called()).toBe(`1\n${target}\n`));
  });

  it('rejects where the desktop has no such program', async () => {
    process.env.PATH = directory;
    await expect(openWithDesktop('report.pdf', 'linux')).rejects.toThrow('there is no xdg-open');
  });

  it('rejects when the program ends with a failure: nothing was opened', async () => {
    await writeFile(join(directory, 'xdg-open'), '#!/bin/sh\nexit 3\n', { mode: 0o755 });
    process.env.PATH = `${directory}${delimiter}${PATH}`;
    await expect(openWithDesktop('report.pdf', 'linux')).rejects.toThrow('xdg-open ended with 3');
  });
});
