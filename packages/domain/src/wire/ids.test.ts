import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PathId, parsePathId, WireId } from './ids.ts';

describe('an id in a body', () => {
  it('any safe id is sent as a JSON number and read as it was', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => {
        expect(WireId.parse(JSON.parse(JSON.stringify(id)))).toBe(id);
      }),
    );
  });

  it.each([9007199254740992, '12', 2 ** 63, 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, null, true, [1]])('refuses %j', (value) => {
    expect(WireId.safeParse(value).success).toBe(false);
  });
});

describe('path ids: a decimal Int64 that does not exist is 404.1, anything else 400.1', () => {
  const absent: PathId = { kind: 'absent' };
  const malformed: PathId = { kind: 'malformed' };

  it.each<[string, PathId]>([
    ['1', { kind: 'id', id: 1 }],
    ['42', { kind: 'id', id: 42 }],
    ['0042', { kind: 'id', id: 42 }],
    ['9007199254740991', { kind: 'id', id: 9007199254740991 }],
    ['9007199254740992', absent],
    ['9007199254740993', absent],
    ['9223372036854775807', absent],
    ['0', absent],
    ['-1', absent],
    ['-9223372036854775808', absent],
    ['9223372036854775808', malformed],
    ['-9223372036854775809', malformed],
    ['99999999999999999999', malformed],
    ['', malformed],
    ['abc', malformed],
    ['1a', malformed],
    ['1.0', malformed],
    ['1e3', malformed],
    ['0x1', malformed],
    ['+1', malformed],
    ['--1', malformed],
    ['-', malformed],
    [' 1', malformed],
    ['1 ', malformed],
    ['1\n', malformed],
    ['1_000', malformed],
    ['١', malformed],
    ['１', malformed],
    ['null', malformed],
    ['NaN', malformed],
    ['Infinity', malformed],
  ])('%j', (text, parsed) => {
    expect(parsePathId(text)).toEqual(parsed);
  });

  it('never rounds and never throws', () => {
    const text = fc.oneof(fc.string(), fc.bigInt({ min: 0n, max: 2n ** 66n }).map(String), fc.stringMatching(/^\d{1,30}$/));
    fc.assert(
      fc.property(text, (value) => {
        const parsed = parsePathId(value);
        if (parsed.kind === 'id') expect(BigInt(parsed.id)).toBe(BigInt(value));
      }),
    );
  });
});
