import { execFile } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cliMain = fileURLToPath(new URL('../../../../cli/dist/main.js', import.meta.url));

/** What differs from run to run: times, tokens, ports, places; and the widths of columns that hold them. */
const volatile: readonly (readonly [RegExp, string])[] = [
  [/http:\/\/127\.0\.0\.1:\d+/g, 'http://127.0.0.1:8080'],
  [/\d{4}-\d\d-\d\d(?=[ T]\d\d:\d\d)/g, 'DATE'],
  [/DATE[ T]\d\d:\d\d(:\d\d)?/g, 'TIME'],
  [/assay_[\w-]+…?/g, 'KEY'],
  [/\/(take|join)\/[\w.-]+/g, '/$1/TOKEN'],
  // A loaded machine makes a command wait.
  [/^Waiting for \S+ to answer\. Ctrl-C stops\.\n/gm, ''],
  [/\b\d+ (ms|s|KiB)\b/g, 'N $1'],
  [/\d+\.\d+\.\d+, Node \d+\.\d+\.\d+/g, 'VERSION, Node N'],
  [/(server version +)\d+\.\d+\.\d+/g, '$1VERSION'],
  [/\S*profiles\.json/g, 'profiles.json'],
  [/ {2,}/g, '  '],
];

/** An output without what differs from run to run. */
export const steady = (text: string): string =>
  volatile.reduce((changed, [pattern, replacement]) => changed.replace(pattern, replacement), text);

type Step = { readonly command: string; readonly told: string };
/** A file to save, or commands with what each prints; `start` and `end` are lines of the document. */
export type Block =
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  | { readonly kind: 'commands'; readonly heading: string; readonly steps: readonly Step[]; readonly start: number; readonly end: number };

/** The fenced blocks of a document that are to be done: `title=NAME` is a file, `console` holds lines `$ command` with their output. */
export const readBlocks = (document: string): readonly Block[] => {
  const lines = document.split('\n');
  const blocks: Block[] = [];
  let heading = '';
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line.startsWith('## ')) heading = line.slice(3);
    if (!line.startsWith('```')) continue;
    const end = lines.indexOf('```', at + 1);
    const inside = lines.slice(at + 1, end);
    const [, name] = /title=(\S+)/.exec(line) ?? [];
    if (name !== undefined) blocks.push({ kind: 'file', name, text: `${inside.join('\n')}\n` });
    if (line === '```console') blocks.push({ kind: 'commands', heading, steps: readSteps(inside), start: at + 1, end });
    at = end;
  }
  return blocks;
};

const readSteps = (lines: readonly string[]): readonly Step[] => {
  const steps: Step[] = [];
  for (const line of lines) {
    const last = steps.at(-1);
    if (line.startsWith('$ ')) steps.push({ command: line.slice(2), told: '' });
    else if (last !== undefined) steps[steps.length - 1] = { ...last, told: `${last.told}${line}\n` };
  }
  return steps;
};

/** A shell of somebody who has just come: a home and a folder of their own, and `assay` among the programs. */
export const newcomersShell = async (directory: string, environment: Readonly<Record<string, string>>) => {
  const [home, bin, folder] = ['home', 'bin', 'folder'].map((name) => join(directory, name)) as [string, string, string];
  await Promise.all([home, bin, folder].map((path) => mkdir(path, { recursive: true })));
  await writeFile(join(bin, 'assay'), `#!/bin/sh\nexec '${process.execPath}' '${cliMain}' "$@"\n`);
  await chmod(join(bin, 'assay'), 0o755);
  const env = { PATH: `${bin}${delimiter}${process.env.PATH}`, HOME: home, LANG: 'C.UTF-8', TZ: 'UTC', ...environment };
  return {
    folder,
    save: (name: string, text: string) => writeFile(join(folder, name), text),
    /** What the command prints on both outputs, in the order that a terminal would show. */
    run: (command: string): Promise<string> =>
      new Promise((resolve) => {
        // The exit code is part of what the documents tell in words; what is printed is compared.
        execFile('bash', ['-c', `{ ${command}\n} 2>&1`], { cwd: folder, env }, (_error, stdout) => resolve(stdout));
      }),
  };
};
