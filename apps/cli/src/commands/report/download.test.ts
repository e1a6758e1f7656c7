import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
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

  it('the Excel file of a test has what candidates answered only with --answers', async () => {
    const routes = { 'GET /v2/org/report/3/excel': () => pdf('report'), 'GET /manage/v1/tests/3/answers.xlsx': () => pdf('answers') };
    for (const [flags, content] of [
      [[], 'report'],
      [['--answers'], 'answers'],
    ] as const) {
      const ran = await runCli(['report', 'excel', '3', ...flags, '--output', file, '--force'], { routes });
      expect(ran).toMatchObject({ code: 0, out: `${file}: 1 KiB\n` });
      expect(await readFile(file, 'utf8')).toBe(content);
    }
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

  it('overwrites a file only after a yes or with --force; a script that did not say so gets exit 2 before any request', async () => {
    const routes = { [route]: () => pdf('%PDF-1.7') };
    await writeFile(file, 'before');
    const args = ['report', 'pdf', '12', '--output', file];
    const script = await runCli(args, { routes });
    expect(script).toMatchObject({ code: 2, out: '', requests: [] });
    expect(script.err).toContain(`This will overwrite ${file}.\nNobody can be asked here: add --force if that is what you want.`);
    expect(await runCli(args, { routes, answers: ['n'] })).toMatchObject({ code: 1, requests: [] });
    expect(await readFile(file, 'utf8')).toBe('before');
    expect(await runCli(args, { routes, answers: ['y'] })).toMatchObject({ code: 0 });
    expect(await readFile(file, 'utf8')).toBe('%PDF-1.7');
    await writeFile(file, 'before');
    expect(await runCli([...args, '--force'], { routes })).toMatchObject({ code: 0 });
    expect(await readFile(file, 'utf8')).toBe('%PDF-1.7');
    await writeFile(file, '');
    expect(await runCli(args, { routes })).toMatchObject({ code: 0 });
  });

  it('of several invitations goes into a directory, a file for each; one that fails does not keep the others', async () => {
    const routes = {
      [route]: () => pdf('%PDF of 12'),
      'GET /v2/org/report/13/pdf': () => refuse('409.1', 'There is no report yet'),
      'GET /v2/org/report/14/pdf': () => pdf('%PDF of 14'),
    };
    const reports = join(directory, 'reports');
    const ran = await runCli(['report', 'pdf', '12', '13', '14', '12', '--output', reports], { routes });
    expect(ran).toMatchObject({ code: 1, out: `${reports}/invitation-12.pdf: 1 KiB\n${reports}/invitation-14.pdf: 1 KiB\n` });
    expect(ran.err).toMatch(/^13: There is no report yet/);
    expect((await readdir(reports)).sort()).toEqual(['invitation-12.pdf', 'invitation-14.pdf']);
    expect(await readFile(join(reports, 'invitation-14.pdf'), 'utf8')).toBe('%PDF of 14');
    const again = await runCli(['report', 'pdf', '12', '14', '--output', reports, '--json'], { routes });
    expect(again).toMatchObject({ code: 2, requests: [], err: expect.stringContaining('invitation-12.pdf') });
    const forced = await runCli(['report', 'pdf', '12', '14', '--output', reports, '--json', '--force'], { routes });
    expect(JSON.parse(forced.out)).toEqual({
      results: [12, 14].map((id) => ({ id, ok: true, output: `${reports}/invitation-${id}.pdf`, bytes: 10 })),
    });
    expect(await runCli(['report', 'pdf', '12', '14', '--output', '-'], { routes })).toMatchObject({ code: 2 });
  });

  it('--output that is a directory gets the file by its own name', async () => {
    const ran = await runCli(['report', 'pdf', '12', '--output', directory], { routes: { [route]: () => pdf('%PDF-1.7') } });
    expect(ran).toMatchObject({ code: 0, out: `${directory}/invitation-12.pdf: 1 KiB\n` });
  });

  it('names the file that cannot be written, not a temporary one', async () => {
    const nowhere = join(directory, 'none', 'ana.pdf');
    const ran = await runCli(['report', 'pdf', '12', '--output', nowhere], { routes: { [route]: () => pdf('%PDF-1.7') } });
    expect(ran).toMatchObject({ code: 1, err: `${nowhere}: there is no such file\nIs the path right?\n` });
  });
});
