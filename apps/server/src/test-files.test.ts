import { readFileSync } from 'node:fs';
import { TestFile } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const page = readFileSync(new URL('../../../docs/test-files.md', import.meta.url), 'utf8');
const examples = Array.from(page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm), ([, text = '']) => text);

/** A test, questions of one, or one question: what is missing around them is added. */
const asTest = (text: string): unknown => {
  const value: unknown = parse(text);
  if (Array.isArray(value)) return { name: 'Example', duration: 30, sections: [{ name: 'Example', questions: value }] };
  return typeof value === 'object' && value !== null && 'kind' in value ? asTest(`[${JSON.stringify(value)}]`) : value;
};

describe('an example of docs/test-files.md', () => {
  it.for(examples.map((text, at) => [at + 1, text] as const))('%i is a test file', ([, text]) => {
    expect(TestFile.safeParse(asTest(text)).error?.issues).toBeUndefined();
  });
});
