import { globSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe } from 'vitest';
import { it } from './support/server-process.ts';
import { openWalkthrough } from './support/walkthrough.ts';
import { readBlocks, steady } from './support/walkthrough-blocks.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
/** Set when what the commands print has changed on purpose: the pages are rewritten, to be read before they are committed. */
const write = process.env.ASSAY_WRITE_DOCS === '1';

const pages = globSync(['README.md', 'docs/*.md'], { cwd: root })
  .filter((path) => readBlocks(readFileSync(join(root, path), 'utf8')).length > 0)
  .sort();

// Some seventy commands on the longest page, each a process: a loaded machine takes seconds for each.
describe('the guide', { timeout: 900_000 }, () => {
  it.for(pages)('%s does what it says, command by command', async (path, { servers, expect }) => {
    const document = await readFile(join(root, path), 'utf8');
    const lines = document.split('\n');
    const reader = await openWalkthrough(servers);
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
    if (!write) return;
    for (const { start, end, lines: ran } of edits.reverse()) lines.splice(start, end - start, ...ran);
    await writeFile(join(root, path), lines.join('\n'));
  });
});
