import { toEnd } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { jsonParts } from './json-parts.ts';

const value = {
  statuscode: '200.1',
  left: undefined,
  result: {
    none: null,
    empty: [[], {}, { left: undefined }],
    'a "name"': ['\ud83d', 'ünï', true, 1.5, undefined],
    questions: [{ options: [{ text: 'a', deep: { deeper: [{ left: undefined, right: [1] }] } }] }],
  },
};

describe('JSON that is written in parts', () => {
  it('is what is written at once', () => {
    expect(Buffer.concat(toEnd(jsonParts(value))).toString()).toBe(JSON.stringify(value));
  });

  it('gives way between its parts', () => {
    const questions = Array.from({ length: 10 }, () => ({ prompt: 'x'.repeat(100_000) }));
    const steps = jsonParts({ result: { questions } });
    let parts = 0;
    for (let step = steps.next(); step.done !== true; step = steps.next()) parts += 1;
    expect(parts).toBe(10);
  });
});
