import { describe, expect, it } from 'vitest';
import { casesOfFiles } from './case-files.ts';

const files = (...paths: string[]) => paths.map((path) => ({ path, text: `of ${path}` }));

describe('cases in files beside a test', () => {
  it('are pairs of input and output, in the order of their numbers', () => {
    expect(
      casesOfFiles(files('sum/10.in', 'sum/10.out', 'sum/2.ans', 'sum/2.in', 'sum/sample-1.in', 'sum/sample-1.out', 'sum/notes.md')),
    ).toEqual({
      ok: true,
      value: [
        { name: '2', input: 'of sum/2.in', output: 'of sum/2.ans', sample: false },
        { name: '10', input: 'of sum/10.in', output: 'of sum/10.out', sample: false },
        { name: 'sample-1', input: 'of sum/sample-1.in', output: 'of sum/sample-1.out', sample: true },
      ],
    });
  });

  it('an input without its output is a fault', () => {
    expect(casesOfFiles(files('sum/1.in', 'sum/1.out', 'sum/2.in'))).toEqual({
      ok: false,
      error: ['sum/2.in: there is no 2.out or 2.ans beside it'],
    });
  });
});
