import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe } from 'vitest';
import { it } from './server-process.ts';
import { openWalkthrough } from './walkthrough.ts';
import { readBlocks, steady } from './walkthrough-blocks.ts';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));
/** Set when what the commands print has changed on purpose: the pages are rewritten, to be read before they are committed. */
const write = process.env.ASSAY_WRITE_DOCS === '1';

/** Pages with commands that can be run. */
export const guides = globSync(['README.md', 'docs/*.md'], { cwd: root })
  .filter((path) => readBlocks(readFileSync(join(root, path), 'utf8')).length > 0)
  .sort();

/** Programs `node` of versions that pages promise, by major version: the one that runs this, and those that are found. */
const findNodes = (): ReadonlyMap<string, string> => {
  const places = (process.env.PATH ?? '').split(delimiter).map((directory) => join(directory, 'node'));
  const nodes = new Map([[majorOf(process.execPath), process.execPath]]);
  for (const path of [...(process.env.ASSAY_TEST_NODES ?? '').split(delimiter), ...places]) {
    const major = path === '' ? '' : majorOf(path);
    if (promised.includes(major) && !nodes.has(major)) nodes.set(major, path);
  }
  const missing = promised.filter((major) => !nodes.has(major));
  if (missing.length > 0 && process.env.ASSAY_TEST_NODES)
    throw new Error(`Guides promise Node ${missing.join(' and ')}: name it in ASSAY_TEST_NODES`);
  if (missing.length > 0) process.stderr.write(`Guides are not run on Node ${missing.join(' and ')}: name it in ASSAY_TEST_NODES.\n`);
  return nodes;
};
const majorOf = (node: string): string => {
  try {
    return /^v(\d+)/.exec(execFileSync(node, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))?.[1] ?? '';
  } catch {
    return '';
  }
};
const promised = ['20', '22'];
const nodes = findNodes();

const walksOf = (path: string): readonly { path: string; major: string; node: string }[] => {
  const promises = /Node 20 or newer/.test(readFileSync(join(root, path), 'utf8'));
  const all = [...nodes].map(([major, node]) => ({ path, major, node }));
  return promises ? all : all.slice(0, 1);
};

/** Runs what pages say, command by command. */
export const followGuides = (pages: readonly string[]): void => {
  // Some seventy commands on the longest page, each a process: a loaded machine takes seconds for each.
  describe('the guide', { timeout: 900_000 }, () => {
    it.for(pages.flatMap(walksOf))(
      '$path does what it says on Node $major, command by command',
      async ({ path, node }, { servers, expect }) => {
        const document = await readFile(join(root, path), 'utf8');
        const lines = document.split('\n');
        const reader = await openWalkthrough(servers, node);
        const edits: { start: number; end: number; lines: string[] }[] = [];
        for (const block of readBlocks(document)) {
          if (block.afterTest) await reader.takeTest();
          if (block.kind === 'file') await reader.save(block.name, block.text);
          if (block.kind === 'script') {
            const { code, printed } = await reader.run(block.text);
            expect.soft(code, `${path}:${block.start}: ${block.text}${printed}`).toBe(0);
          }
          if (block.kind !== 'commands') continue;
          const ran: string[] = [];
          for (const { command, told } of block.steps) {
            const { printed } = await reader.run(command);
            if (!write) expect.soft(steady(printed), `${path}: $ ${command}`).toBe(steady(told));
            const shown = reader.asShown(printed).trimEnd();
            ran.push(`$ ${command}`, ...(shown === '' ? [] : shown.split('\n')));
          }
          edits.push({ start: block.start, end: block.end, lines: ran });
        }
        expect.soft(await reader.checkTypes(), `types of the programs in ${path}`).toBe('');
        if (!write || node !== process.execPath) return;
        for (const { start, end, lines: ran } of edits.reverse()) lines.splice(start, end - start, ...ran);
        await writeFile(join(root, path), lines.join('\n'));
      },
    );
  });
};
