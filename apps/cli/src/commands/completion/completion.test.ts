import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventLimit } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { buildProgram } from '../../program.ts';
import { runCli } from '../../testing/run-cli.ts';
import { treeOf } from './tree.ts';

// The tree reads nothing of the context but where to write.
const context = { stdout: { write: () => true }, stderr: { write: () => true } } as unknown as Parameters<typeof buildProgram>[0];
const tree = treeOf(buildProgram(context));
const scriptOf = async (shell: string): Promise<string> => (await runCli(['completion', shell], { env: {} })).out;

/** `it` where the shell is installed; in CI it must be. */
const itIn = (shell: string) => {
  const missing = spawnSync(shell, ['--version']).error !== undefined;
  if (missing && process.env.CI) throw new Error(`no ${shell} on the PATH: install it (apt-get install ${shell})`);
  if (missing) process.stderr.write(`completion in ${shell} is not tried: it is not installed\n`);
  return it.runIf(!missing);
};

describe('completion', () => {
  it('in bash offers every command and option where it is valid, and the values of an option', async () => {
    const script = await scriptOf('bash');
    const lines = tree.map(({ path }) => ['assay', ...path.split(' ').filter(Boolean), '']);
    lines.push(['assay', 'invitations', 'list', '3', '--status', ''], ['assay', '--profile', 'x', 'tests', 'imp']);
    const asks = lines.map(
      (words) =>
        `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _assay; printf '%s\\n' "\${COMPREPLY[@]}" ---`,
    );
    // In an empty directory no file name is among the words.
    const { stdout, stderr, status } = spawnSync('bash', ['--norc', '-c', `cd "$(mktemp -d)"\n${script}\n${asks.join('\n')}`], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(status).toBe(0);
    const replies = stdout.split('---\n').map((reply) => reply.split('\n').filter(Boolean));
    for (const [index, { path, words, options }] of tree.entries())
      expect(replies[index], path).toEqual([...words.map(({ word }) => word), ...options.map(({ flag }) => flag)]);
    expect(replies[tree.length]).toEqual(['Pending', 'In\\ progress', 'Completed', 'Reset', 'Cancelled']);
    expect(replies[tree.length + 1]).toEqual(['import']);
  });

  it('in bash offers files for a file argument, also names with spaces', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'assay-completion-'));
    try {
      writeFileSync(join(directory, 'my test.yaml'), '');
      const ask = (words: string) =>
        `COMP_WORDS=(${words} my); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _assay; printf '%s\\n' "\${COMPREPLY[@]}"`;
      const asks = ['assay tests import', 'assay tests export 3 --output', 'assay tests show'].map(ask);
      const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', `${await scriptOf('bash')}\n${asks.join('\n')}`], {
        encoding: 'utf8',
        cwd: directory,
      });
      expect({ stdout, stderr }).toEqual({ stdout: 'my test.yaml\nmy test.yaml\n\n', stderr: '' });
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it.each(['zsh', 'fish'])('in %s names every command and every option', async (shell) => {
    const script = await scriptOf(shell);
    for (const { path, words, options } of tree) {
      if (path !== '') expect(script).toContain(`'${path}'`);
      for (const { word } of words) expect(script, path).toContain(`'${word}${shell === 'zsh' && word !== '' ? ':' : "'"}`);
      for (const { flag } of options) expect(script, path).toContain(shell === 'zsh' ? `'${flag}[` : ` -l ${flag.slice(2)}`);
    }
  });

  itIn('fish')('in fish offers commands, options, values of options, and files', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'assay-completion-'));
    try {
      writeFileSync(join(directory, 'my-test.yaml'), '');
      const lines = ['assay tests im', 'assay links create --acc', 'assay links create --access s', 'assay tests import my'];
      const asks = lines.map((line) => `complete -C '${line}' | string replace -r '\\t.*' ''`);
      const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', `${await scriptOf('fish')}\n${asks.join('\n')}`], {
        encoding: 'utf8',
        cwd: directory,
        env: { PATH: process.env.PATH, HOME: directory, LANG: 'C.UTF-8' },
      });
      expect({ stdout, stderr }).toEqual({ stdout: 'import\n--access\nslot-wise\nmy-test.yaml\n', stderr: '' });
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  itIn('zsh')('in zsh completes commands, values of options, and files', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'assay-completion-'));
    try {
      writeFileSync(join(directory, 'my-test.yaml'), '');
      writeFileSync(join(directory, 'completion.zsh'), await scriptOf('zsh'));
      // An interactive zsh in its own pty; each read waits for the completed text, which was not typed.
      const presses: readonly (readonly [string, string])[] = [
        ['assay tests im', 'port '],
        ['assay links create --access s', 'lot-wise '],
        ['assay tests import my', '-test.yaml '],
      ];
      const driver = [
        'zmodload zsh/zpty',
        'zpty shell zsh -f -i',
        `zpty -w shell 'PS1= PS2=; autoload -Uz compinit; compinit -u -D; source completion.zsh; print READY$((1 + 1))'`,
        `zpty -r shell told '*READY2*'`,
        ...presses.flatMap(([typed, brought]) => [
          `zpty -w -n shell $'${typed}\\t'`,
          `zpty -r shell told '*${brought}*' && print -r -- '${brought}'`,
          `zpty -w -n shell $'\\x15'`,
        ]),
        'zpty -d shell',
      ];
      const { stdout, stderr } = spawnSync('zsh', ['-f', '-c', driver.join('\n')], {
        encoding: 'utf8',
        cwd: directory,
        env: { PATH: process.env.PATH, HOME: directory, LANG: 'C.UTF-8', TERM: 'dumb' },
        timeout: eventLimit,
      });
      expect({ stdout, stderr }).toEqual({ stdout: presses.map(([, brought]) => `${brought}\n`).join(''), stderr: '' });
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});
