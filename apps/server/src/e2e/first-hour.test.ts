import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { until } from '@assay/testing';
import { describe } from 'vitest';
import { candidateAt } from './support/candidate.ts';
import { it, type ServerProcess } from './support/server-process.ts';
import { newcomersShell, readBlocks, steady } from './support/walkthrough.ts';

const documentPath = fileURLToPath(new URL('../../../../docs/first-hour.md', import.meta.url));
/** Set when what the commands print has changed on purpose: the document is rewritten, to be read before it is committed. */
const write = process.env.ASSAY_WRITE_DOCS === '1';

/** What the reader does in the browser: everything right but the last question, where one of two is missed. */
const takeTest = async (server: ServerProcess, takeUrl: string): Promise<void> => {
  const candidate = candidateAt(server, takeUrl);
  await candidate.start();
  await candidate.save(1, 'a');
  await candidate.save(2, 1);
  await candidate.save(3, ['a']);
  await candidate.submit();
};

// Some seventy commands, each a process: a loaded machine takes seconds for each.
describe('docs/first-hour.md', { timeout: 900_000 }, () => {
  it('prints what it says, command by command', async ({ servers, expect }) => {
    const directory = await servers.directory();
    const server = await servers.start({ ASSAY_DATA_DIR: directory });
    const shell = await newcomersShell(await servers.directory(), { KEY: server.newKey });
    const document = await readFile(documentPath, 'utf8');
    const lines = document.split('\n');
    const here = (text: string) => text.replaceAll('http://127.0.0.1:8080', server.url);
    const there = (text: string) =>
      text
        .replaceAll(server.url, 'http://127.0.0.1:8080')
        .replaceAll(/\S*\/home\//g, '/home/you/')
        .replaceAll(/(assay_\w{3})[\w-]{20,}/g, '$1…');
    let takeUrl: string | undefined;
    let taken = false;
    const edits: { start: number; end: number; lines: string[] }[] = [];
    for (const block of readBlocks(document)) {
      if (block.kind === 'file') {
        await shell.save(block.name, block.text);
        continue;
      }
      if (block.heading === 'Ana takes the test' && !taken && takeUrl !== undefined) {
        taken = true;
        await takeTest(server, takeUrl);
        await until('the report of Ana', async () => (await shell.run('assay report show 1')).includes('Score') || undefined);
        await until(
          'her receipt',
          async () => (await shell.run('assay deliveries list --state delivered')).includes('receipt') || undefined,
        );
      }
      const ran: string[] = [];
      for (const { command, told } of block.steps) {
        const printed = await shell.run(here(command));
        takeUrl ??= /Take URL +(\S+)/.exec(printed)?.[1];
        if (!write) expect.soft(steady(printed), `$ ${command}`).toBe(steady(told));
        ran.push(
          `$ ${command}`,
          ...there(printed)
            .trimEnd()
            .split('\n')
            .filter((line, _at, all) => all.length > 1 || line !== ''),
        );
      }
      edits.push({ start: block.start, end: block.end, lines: ran });
    }
    expect(taken).toBe(true);
    if (!write) return;
    for (const { start, end, lines: ran } of edits.reverse()) lines.splice(start, end - start, ...ran);
    await writeFile(documentPath, lines.join('\n'));
  });
});
