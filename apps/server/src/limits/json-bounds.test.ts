import { describe, expect, it } from 'vitest';
import { excessOf } from './json-bounds.ts';

const excess = (json: string, most = 10) => excessOf(Buffer.from(json), most);

describe('what is too much in JSON is found before it is parsed', () => {
  it('a value more than the most', () => {
    expect(excess('[1,2,3,4,5,6,7,8,9]')).toBeUndefined();
    for (const json of ['[1,2,3,4,5,6,7,8,9,0,1]', '[{},{},{},{},{},{}]', `[${'0,'.repeat(1e5)}`])
      expect(excess(json)).toBe('The request body holds more than 10 values');
  });

  it('a list or object deeper than 100 levels, however many there are beside each other', () => {
    const nested = (levels: number, open: string, close: string) => excess(`${open.repeat(levels)}1${close.repeat(levels)}`, 1000);
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
      ['[{"a":', '}]'],
    ] as const) {
      const levels = 100 / open.replace(/[^[{]/g, '').length;
      expect(nested(levels, open, close)).toBeUndefined();
      expect(nested(levels + 1, open, close)).toBe('The request body has more than 100 lists and objects within each other');
    }
    expect(excess(`[${'[[]],'.repeat(200)}1]`, 1000)).toBeUndefined();
  });

  it('what stands in a text counts as nothing, after an escaped quote too', () => {
    expect(excess(JSON.stringify({ text: '[{,"\\'.repeat(1000), more: '"' }))).toBeUndefined();
    expect(excess(`{"text":"\\\\",${'"a":[],'.repeat(10)}`)).toBe('The request body holds more than 10 values');
  });
});
