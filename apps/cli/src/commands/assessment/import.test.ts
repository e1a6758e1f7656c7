import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { example } from '@assay/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RecordedRequest, Routes } from '../../testing/routed-fetch.ts';
import { runCli } from '../../testing/run-cli.ts';

const question = (prompt: string, marks = 1) => ({ kind: 'numeric', prompt, marks, penalty: 0, answer: 2, tolerance: 0 });
const file = (prompts: readonly string[], more: Record<string, unknown> = {}) => ({
  key: 'sums',
  name: 'Sums',
  status: 'Active',
  duration: 30,
  sections: [{ name: 'One', type: 'general questions', duration: 0, questions: prompts.map((prompt) => question(prompt)) }],
  ...more,
});
const managed = example('getManagedTest', { testId: 3, key: 'sums', testName: 'Sums', version: 4, questions: 2 });

describe('assay tests import', () => {
  let directory: string;
  const at = (name: string): string => join(directory, name);
  const keep = (name: string, content: unknown): Promise<void> =>
    writeFile(at(name), typeof content === 'string' ? content : JSON.stringify(content));
  const known = (former: unknown, imported: (requests: RecordedRequest) => unknown): Routes => {
    let stored = former;
    return {
      'GET /manage/v1/tests': ({ query }) => ({
        tests: query.status === 'Archived' ? [] : [{ ...managed, counts: { invited: 0, started: 0, completed: 0 } }],
        nextCursor: null,
      }),
      'GET /manage/v1/tests/3/file': () => stored,
      'POST /manage/v1/tests': (request) => {
        stored = request.body;
        return imported(request);
      },
    };
  };

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'assay-import-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('of a question that leaves its languages to the installation, which named them at the import before, changes nothing', async () => {
    const coding = { kind: 'coding', prompt: 'Sum.', marks: 1, penalty: 0, limits: {} };
    const cases = (output: string) => [{ input: '1', output, sample: false, weight: 1 }];
    const section = (more: object) => [
      { name: 'One', type: 'coding questions', duration: 0, questions: [{ ...coding, cases: cases('1'), ...more }] },
    ];
    await keep('sums.yaml', file([], { sections: section({}) }));
    const dryRun = async (former: object) =>
      (
        await runCli(['tests', 'import', at('sums.yaml'), '--dry-run'], {
          routes: known(file([], { sections: section(former) }), () => ({})),
        })
      ).out;
    expect(await dryRun({ languages: ['python', 'ruby'], io: 'stdio', compare: 'tokens', allOrNothing: false })).toContain(
      'would be unchanged (test 3, Sums, version 4)',
    );
    expect(await dryRun({ languages: ['python'], cases: cases('2') })).toContain('questions: 1 changed');
    await keep('sums.yaml', file([], { sections: section({ languages: ['ruby'] }) }));
    expect(await dryRun({ languages: ['python', 'ruby'] })).toContain('questions: 1 changed');
  });

  it('prints what an author should look at, from the server and in a dry run', async () => {
    const harness = { kind: 'coding', prompt: 'Write a stack.', harness: { python: 'import solution' } };
    await keep('stack.yaml', file([], { sections: [{ name: 'One', questions: [harness] }] }));
    const path = 'sections[0].questions[0].harness.python';
    const slow = { code: 'slow-solution', path: 'sections[0].questions[1].limits.seconds', message: 'took 0.7 s' };
    const findings = [{ code: 'untried-harness', path, message: 'no solution passed' }, slow];
    const routes = known(file(['1 + 1']), () => ({ ...managed, version: 5, outcome: 'updated', findings }));
    const ran = await runCli(['tests', 'import', at('stack.yaml')], { routes });
    expect(ran).toMatchObject({ code: 0, err: expect.stringContaining(`${at('stack.yaml')}: ${path}: no solution passed`) });
    expect(ran.err).toContain(`${at('stack.yaml')}: ${slow.path}: took 0.7 s`);
    const dry = await runCli(['tests', 'import', at('stack.yaml'), '--dry-run'], { routes });
    expect(dry).toMatchObject({ code: 0, err: expect.stringContaining(`${path}: no solution shows that it can be passed`) });
  });

  it('sends nothing when one of several files has a fault, and lists the faults of all', async () => {
    await keep('good.yaml', file(['1 + 1']));
    await keep('bad.yaml', 'name: A\nduration: 0\nsections: []\n');
    await keep('worse.yaml', 'duration: 1\nsections: x\n');
    const ran = await runCli(['tests', 'import', at('good.yaml'), at('bad.yaml'), at('worse.yaml')]);
    expect(ran).toMatchObject({ code: 1, out: '', requests: [] });
    expect(ran.err.split('\n')).toEqual([
      `${at('bad.yaml')}:2:11: duration: must be above 0`,
      `${at('bad.yaml')}:3:11: sections: needs at least one section`,
      `${at('worse.yaml')}:1:1: name: is required`,
      `${at('worse.yaml')}:2:11: sections: must be an array`,
      '4 faults; nothing was imported.',
      '',
    ]);
  });

  it('says what an update changes: versions, name, minutes, questions, marks', async () => {
    await keep('sums.yaml', file(['1 + 1', '3 - 1', '4 / 2'], { name: 'More sums', duration: 45 }));
    const ran = await runCli(['tests', 'import', at('sums.yaml')], {
      routes: known(file(['1 + 1', '8 / 4']), () => ({ ...managed, testName: 'More sums', version: 5, outcome: 'updated' })),
    });
    expect(ran).toMatchObject({ code: 0, err: '' });
    expect(ran.out).toBe(
      `${at('sums.yaml')}: updated (test 3, More sums, version 4 → 5): name Sums → More sums; duration 30 → 45 min; sections changed; questions: 2 added, 1 removed; marks 2 → 3\n`,
    );
  });

  it('prints created and unchanged, each with its version, in the order of the files', async () => {
    await keep('old.yaml', file(['1 + 1']));
    await keep('new.yaml', { ...file(['2']), key: 'new' });
    const ran = await runCli(['tests', 'import', at('new.yaml'), at('old.yaml'), '--json'], {
      routes: known(file(['1 + 1']), ({ body }) =>
        (body as { key: string }).key === 'new'
          ? { ...managed, testId: 9, key: 'new', version: 1, outcome: 'created' }
          : { ...managed, outcome: 'unchanged' },
      ),
    });
    expect(JSON.parse(ran.out)).toMatchObject({
      dryRun: false,
      files: [
        { outcome: 'created', testId: 9, version: { before: null, after: 1 }, changes: null },
        { outcome: 'unchanged', testId: 3, version: { before: 4, after: 4 }, changes: null },
      ],
    });
  });

  it('a dry run predicts the version and the changes, and writes nothing', async () => {
    await keep('sums.yaml', file(['1 + 1', '3 - 1']));
    const routes = known(file(['3 - 1', '1 + 1']), () => {
      throw new Error('a dry run wrote');
    });
    const ran = await runCli(['tests', 'import', at('sums.yaml'), '--dry-run'], { routes });
    expect(ran.out).toBe(`${at('sums.yaml')}: would be updated (test 3, Sums, version 4 → 5): questions: in another order\n`);
    await keep('sums.yaml', file(['3 - 1', '1 + 1'], { status: 'Inactive' }));
    const status = await runCli(['tests', 'import', at('sums.yaml'), '--dry-run'], { routes });
    expect(status.out, 'a status makes no version').toContain('would be updated (test 3, Sums, version 4): status Active → Inactive');
  });

  it('reads standard input', async () => {
    const piped = (text: string) => runCli(['tests', 'import', '-', '--dry-run'], { env: {}, piped: text });
    expect((await piped(JSON.stringify(file(['1 + 1'])))).out).toBe('standard input: has no fault (Sums)\n');
    expect((await piped('duration: 0\n')).err).toContain('standard input:1:11: duration: must be above 0');
  });

  it('a dry run needs no server', async () => {
    await keep('sums.yaml', file(['1']));
    const ran = await runCli(['tests', 'import', at('sums.yaml'), '--dry-run'], { env: {}, configDirectory: directory });
    expect(ran).toMatchObject({ code: 0, out: `${at('sums.yaml')}: has no fault (Sums)\n`, requests: [] });
  });

  it('warns of a file without a key, and refuses two files with one key', async () => {
    await keep('a.yaml', { ...file(['1']), key: undefined });
    await keep('b.yaml', file(['1']));
    await keep('c.yaml', file(['2']));
    const ran = await runCli(['tests', 'import', at('a.yaml')], {
      routes: known(null, () => ({ ...managed, key: null, version: 1, outcome: 'created' })),
    });
    expect(ran.err).toContain('has no `key:`');
    const twice = await runCli(['tests', 'import', at('b.yaml'), at('c.yaml')]);
    expect(twice).toMatchObject({ code: 1, requests: [], err: expect.stringContaining('have the same key sums') });
  });

  it('prints what was imported before the server refused a later file', async () => {
    await keep('b.yaml', file(['1 + 1']));
    await keep('c.yaml', { ...file(['2']), key: 'c' });
    const ran = await runCli(['tests', 'import', at('b.yaml'), at('c.yaml'), '--quiet'], {
      routes: known(file(['1 + 1']), ({ body }) =>
        (body as { key: string }).key === 'c'
          ? Response.json({ statuscode: '403.1', description: 'No', result: 'The key lacks the scope manage' }, { status: 403 })
          : { ...managed, outcome: 'unchanged' },
      ),
    });
    expect(ran).toMatchObject({ code: 1, out: '3\n', err: expect.stringContaining('lacks the scope manage (403.1') });
  });
});
