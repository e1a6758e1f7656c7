import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { refuse } from '../../testing/routed-fetch.ts';
import { runCli } from '../../testing/run-cli.ts';

const pdf = (body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>): Response =>
  new Response(body, { headers: { 'content-type': 'application/pdf' } });
const route = 'GET /v2/org/report/12/pdf';

describe('assay report pdf', () => {
  let directory: string;
  let file: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'assay-pdf-'));
    file = join(directory, 'ana.pdf');
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('saves the file where --output says and prints the path', async () => {
    const ran = await runCli(['report', 'pdf', '12', '--output', file], { routes: { [route]: () => pdf('%PDF-1.7') } });
    expect(ran).toMatchObject({ code: 0, out: `${file}: 1 KiB\n`, err: '' });
    expect(await readFile(file, 'utf8')).toBe('%PDF-1.7');
  });

  it('writes the bytes to a pipe, and refuses a terminal', async () => {
    const routes = { [route]: () => pdf(new Uint8Array([0x25, 0xff, 0x00])) };
    expect(await runCli(['report', 'pdf', '12', '--output', '-'], { routes })).toMatchObject({ code: 0, out: '\u0025\u00ff\u0000' });
    expect(await runCli(['report', 'pdf', '12', '--output', '-'], { routes, answers: [] })).toMatchObject({ code: 2, out: '' });
  });

  it('Ctrl-C in the middle leaves no file and exits with 130', async () => {
    const interrupt = new AbortController();
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        controller.enqueue(new TextEncoder().encode('half'));
        interrupt.abort();
      },
    });
    const ran = await runCli(['report', 'pdf', '12', '--output', file], { routes: { [route]: () => pdf(body) }, interrupt });
    expect(ran).toMatchObject({ code: 130, out: '', err: '\nStopped.\n' });
    expect(await readdir(directory)).toEqual([]);
  });

  it('a refusal leaves no file', async () => {
    const ran = await runCli(['report', 'pdf', '12', '--output', file], {
      routes: { [route]: () => refuse('409.1', 'There is no report yet: the invitation is Pending') },
    });
    expect(ran).toMatchObject({ code: 1, err: expect.stringContaining('There is no report yet') });
    expect(await readdir(directory)).toEqual([]);
  });
});
