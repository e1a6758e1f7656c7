import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scopes } from '@assay/domain';
import type { Context } from '@assay/operations';
import { makeTestDirectory } from '@assay/store/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importSamples } from './samples.ts';
import { resultOf, useService } from './testing/service.ts';

const shipped = fileURLToPath(new URL('../../../samples', import.meta.url));

describe('samples', () => {
  const service = useService();
  let directory: Awaited<ReturnType<typeof makeTestDirectory>>;
  let ctx: Context;
  beforeEach(async () => {
    directory = await makeTestDirectory();
    ctx = { assay: service.assay, accountId: await service.mintAccount(), scopes: new Set(scopes) };
  });
  afterEach(() => directory.remove());
  const refusedNone = (refused: object) => expect.unreachable(JSON.stringify(refused));
  const write = (name: string, text: string) => writeFile(join(directory.path, name), text);
  const small = (name: string) => `name: ${name}
duration: 5
sections:
  - name: One
    questions:
      - kind: text
        prompt: Say yes
        answer: yes
`;

  it('of the package import: two active tests of 20 questions or more with all common kinds, and one with programs and a query', async () => {
    const imported = await importSamples(ctx, shipped, refusedNone);
    const key = await service.mintKey(ctx.accountId);
    const found: string[][] = [];
    for (const { testId, testName } of imported) {
      const test = resultOf<{ questions: number }>(await service.send({ method: 'GET', url: `/v2/org/tests/${testId}`, key }));
      expect(test).toMatchObject({ testName, testStatus: 'Active' });
      const { token } = await service.register(key, String(testId));
      const { questions } = resultOf<{ questions: { kind: string }[] }>(await service.start(token));
      const kinds = [...new Set(questions.map(({ kind }) => kind))].sort();
      if (!kinds.includes('coding')) expect(test.questions).toBeGreaterThanOrEqual(20);
      found.push(kinds);
    }
    const common = ['multiple-choice', 'numeric', 'single-choice', 'text'];
    expect(found).toEqual([common, common, ['coding', 'sql']]);
  });

  it('imported again are the same tests', async () => {
    expect(await importSamples(ctx, shipped, refusedNone)).toEqual(await importSamples(ctx, shipped, refusedNone));
  });

  it('with programs are tried again when these are not run now', async () => {
    const { runner } = service.assay;
    let refusals = 0;
    const busy: typeof runner.run = async (...args) => {
      refusals += 1;
      return refusals <= 2 ? { refused: 'queue-full', message: 'Too many programs wait' } : runner.run(...args);
    };
    const from = { ...ctx, assay: { ...service.assay, runner: { ...runner, run: busy } } };
    const imported = await importSamples(from, shipped, refusedNone);
    expect(imported.map(({ testName }) => testName)).toContain('Writing code');
    expect(refusals).toBeGreaterThan(2);
  });

  it('are imported in the order of their file names, and other files are ignored', async () => {
    await write('b.yaml', small('Second'));
    await write('a.yaml', small('First'));
    await write('README.md', 'not: [a test');
    expect((await importSamples(ctx, directory.path, refusedNone)).map(({ testName }) => testName)).toEqual(['First', 'Second']);
  });

  it.each([
    ['an unclosed list', `${small('Broken')}tags: [a\n`, 9],
    ['a tab as indentation', small('Broken').replace('    questions:', '\tquestions:'), 5],
    ['a duplicate key', `${small('Broken')}name: Again\n`, 9],
  ])('with invalid YAML are an error with file and line: %s', async (_, text, line) => {
    await write('broken.yaml', text);
    const file = join(directory.path, 'broken.yaml');
    const failed = importSamples(ctx, directory.path, refusedNone);
    await expect(failed).rejects.toThrow(file);
    await expect(failed).rejects.toThrow(new RegExp(`line (${line - 1}|${line}|${line + 1})\\b`));
  });

  it('that are refused are told with file, field and rule, and the others are imported', async () => {
    await write('a-faulty.yaml', small('Faulty').replace('kind: text', 'kind: drawing'));
    await write('b.yaml', small('Second'));
    const refused: object[] = [];
    const imported = await importSamples(ctx, directory.path, (one) => refused.push(one));
    expect(imported.map(({ testName }) => testName)).toEqual(['Second']);
    expect(refused).toEqual([
      { file: join(directory.path, 'a-faulty.yaml'), reason: expect.stringContaining('sections[0].questions[0].kind: must be one of') },
    ]);
  });
});
