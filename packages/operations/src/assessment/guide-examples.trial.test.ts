import { readdirSync, readFileSync } from 'node:fs';
import { testDialects } from '@assay/store/testing';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { importTest } from './import-test.ts';

const guides = new URL('../../../../docs/', import.meta.url);

type Written = { readonly kind: string; readonly solution?: unknown; readonly wrong?: readonly unknown[] };
type File = { readonly key?: string; readonly sections: readonly { readonly name: string; readonly questions: readonly Written[] }[] };

const fileOf = (example: unknown): File =>
  Array.isArray(example)
    ? ({ name: 'Of the guide', duration: 1, sections: [{ name: 'Questions', questions: example as Written[] }] } as File)
    : (example as File);

const isFile = (example: unknown): boolean =>
  Array.isArray(example) || (typeof example === 'object' && example !== null && 'sections' in example);

const examples = readdirSync(guides)
  .filter((name) => name.endsWith('.md'))
  .flatMap((name) =>
    [...readFileSync(new URL(name, guides), 'utf8').matchAll(/^```yaml(?: title=\S+)?\n(.*?)^```$/gms)]
      // The first hour shows what a mistake looks like, and mends it.
      .map(([, yaml = '']) => parse(yaml.replace('anwser', 'answer')))
      .filter(isFile)
      .map((example, index) => [`${name} ${index + 1}`, fileOf(example)] as const),
  );

// One database: what is shown is that the programs do what they must, on the engines that candidates have.
const [dialect] = testDialects;
if (dialect === undefined) throw new Error('there is a database');

describe('each example of a guide', () => {
  const service = useService(dialect);

  it.each(examples)('is imported: %s', async (_name, file) => {
    const ctx = await service.mintAccount();
    const { key: _key, ...body } = file;
    expect(await value(importTest({ ctx, input: { body } as Parameters<typeof importTest>[0]['input'] }))).toMatchObject({
      outcome: 'created',
    });
  });

  it('shows its programs with one that passes and one that does not', () => {
    const questions = examples.flatMap(([name, { sections }]) =>
      sections.flatMap((section) => section.questions.map((one) => [name, one] as const)),
    );
    const programs = questions.filter(([, { kind }]) => kind === 'coding' || kind === 'sql');
    expect(programs.length).toBeGreaterThan(3);
    for (const [name, { solution, wrong }] of programs) {
      expect(solution, name).toBeDefined();
      expect(wrong?.length, name).toBeGreaterThan(0);
    }
  });
});
