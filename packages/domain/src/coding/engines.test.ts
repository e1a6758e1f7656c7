import { expect, it } from 'vitest';
import { CodingFile } from '../questions/coding/file.ts';
import { defineCoding } from '../questions/coding/question.ts';
import { pinnedEngine } from './offered-languages.ts';
import { engineInWords } from './submission-words.ts';

const offers = [
  { engine: 'runner native', language: 'python', version: 'Python 3.13', modes: ['stdio'] },
  { engine: 'embedded', language: 'python', version: '3.11', modes: ['stdio', 'function'] },
] as const;

it('a question is pinned to the first engine that runs it, wherever that is, or to the one that it names', () => {
  const stdio = { kind: 'coding', prompt: 'Add.', cases: [{ input: '1', output: '1' }] };
  const called = {
    kind: 'coding',
    prompt: 'Add.',
    io: 'function',
    function: { name: 'f', parameters: [] },
    cases: [{ args: [], returns: 1 }],
  };
  const pinned = (file: object) => pinnedEngine(defineCoding(CodingFile.parse(file)), 'python', offers);
  expect(pinned(stdio)).toEqual({ name: 'native', version: 'Python 3.13' });
  expect(pinned({ ...stdio, engine: 'embedded' })).toEqual({ name: 'embedded', version: '3.11' });
  expect(pinned(called)).toEqual({ name: 'embedded', version: '3.11' });
  expect(pinned({ ...called, engine: 'native' })).toBeUndefined();
});

it('a grading says what ran it, and in place of what', () => {
  expect(engineInWords({ engine: null, version: null })).toBe('');
  expect(engineInWords({ engine: 'embedded', version: '3.11' })).toBe('3.11 (embedded)');
  expect(engineInWords({ engine: 'embedded', version: '3.11', insteadOf: 'native' })).toBe(
    '3.11 (embedded instead of native, as the operator chose)',
  );
});
