import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareText, type FormerComparison, type TextComparison } from './compare-text.ts';

const exact: TextComparison = { by: 'exact' };
const tokens: TextComparison = { by: 'tokens' };
const unordered: TextComparison = { by: 'unordered' };
const numbers: TextComparison = { by: 'numbers', absolute: 1e-6, relative: 1e-6 };

describe('output is compared', () => {
  it.each<[string, TextComparison | FormerComparison, string, string, boolean]>([
    ['exact: the same', exact, 'a b\n', 'a b\n', true],
    ['exact: one line end at the end may be missing', exact, 'a\n', 'a', true],
    ['exact: or be too much', exact, 'a', 'a\n', true],
    ['exact: two line ends are one too many', exact, 'a', 'a\n\n', false],
    ['exact: a space at the end of a line counts', exact, 'a\nb', 'a \nb', false],
    ['exact: a carriage return counts', exact, 'a\n', 'a\r\n', false],
    ['exact: nothing and a line end', exact, '', '\n', true],
    ['exact: letters have case', exact, 'Yes', 'yes', false],
    ['tokens: white space is white space', tokens, '1 2\n3', '\t1\r\n2  3\n\n', true],
    ['tokens: a no-break space is none', tokens, '1 2', '1\u00a02', false],
    ['tokens: a token too many', tokens, '1 2', '1 2 3', false],
    ['tokens: a token too few', tokens, '1 2', '1', false],
    ['tokens: tokens are texts', tokens, '1', '1.0', false],
    ['tokens: the last digits of a double may be those of another library', tokens, '2.718281828459045', '2.7182818284590455', true],
    ['tokens: or of another order of additions', tokens, '-0.3 1.0', '-0.30000000000000004 0.9999999999999999', true],
    ['tokens: also with an exponent', tokens, '1.2345678901234567e-7', '1.2345678901234569e-07', true],
    ['tokens: digits that were rounded on purpose are texts', tokens, '1.50', '1.5', false],
    ['tokens: a cent of many millions counts', tokens, '12345678.91', '12345678.92', false],
    ['tokens: zeros before the digits are none of them', tokens, '0.00000000000000001', '0.00000000000000002', false],
    ['tokens: an integer has all its digits', tokens, '12345678901234567', '12345678901234568', false],
    ['tokens: an integer is no fraction', tokens, '1', '0.9999999999999999', false],
    ['tokens: beyond a thousand-millionth they differ', tokens, '1.000000000000001', '1.000000002000001', false],
    ['tokens: exact has no such tolerance', exact, '2.718281828459045', '2.7182818284590455', false],
    ['texts: nor had tokens once', { by: 'texts' }, '2.718281828459045', '2.7182818284590455', false],
    ['tokens: nothing and white space', tokens, '', ' \n', true],
    ['numbers: however they are written', numbers, '1 2.5', '1.0\n25e-1', true],
    ['numbers: within the tolerance', numbers, '0.333333', '0.3333333333', true],
    ['numbers: not beyond it', numbers, '0.333333', '0.3334', false],
    ['numbers: words are words', numbers, 'Case 1: 0.5', 'Case 1: .5', true],
    ['numbers: words have case', numbers, 'Yes 1', 'yes 1', false],
    ['numbers: a number is no word', numbers, '1', 'one', false],
    ['unordered: lines in any order', unordered, 'a 1\nb 2\n', 'b  2\na 1', true],
    ['unordered: as often as they come', unordered, 'a\na\nb', 'a\nb\nb', false],
    ['unordered: the tokens of a line keep theirs', unordered, 'a 1', '1 a', false],
    ['unordered: blank lines do not count', unordered, 'a\nb', '\n\nb\n \na', true],
  ])('%s', (_, comparison, expected, actual, same) => {
    expect(compareText(comparison, expected, actual) === undefined).toBe(same);
  });
});

describe('the difference says where', () => {
  it.each<[string, TextComparison, string, string, object]>([
    ['exact: the line', exact, 'a\nb\nc', 'a\nx\nc', { unit: 'line', place: 2, expected: 'b', actual: 'x' }],
    ['exact: the first line', exact, '\na', 'x\na', { unit: 'line', place: 1, expected: '', actual: 'x' }],
    ['exact: a line that is missing', exact, 'a\nb\n', 'a\n', { unit: 'line', place: 2, expected: 'b', actual: null }],
    ['exact: a line that is too much', exact, 'a', 'a\nb', { unit: 'line', place: 2, expected: null, actual: 'b' }],
    ['exact: the rest of a line', exact, 'ab', 'abc\nd', { unit: 'line', place: 1, expected: 'ab', actual: 'abc' }],
    [
      'tokens: which, and its line in the output',
      tokens,
      '1 2 3',
      '1\n2\n\n4',
      { unit: 'token', place: 3, line: 4, expected: '3', actual: '4' },
    ],
    ['tokens: one that is missing', tokens, '1 2', '1\n', { unit: 'token', place: 2, line: 2, expected: '2', actual: null }],
    ['tokens: one that is too much', tokens, '1', '1 2', { unit: 'token', place: 2, line: 1, expected: null, actual: '2' }],
    [
      'unordered: what is missing and what is too much',
      unordered,
      'a\nb\nc',
      'c\nx\na',
      { unit: 'line', place: 2, expected: 'b', actual: 'x' },
    ],
    ['unordered: nothing is too much', unordered, 'a\nb', 'b', { unit: 'line', place: 1, expected: 'a', actual: null }],
  ])('%s', (_, comparison, expected, actual, difference) => {
    expect(compareText(comparison, expected, actual)).toEqual(difference);
  });

  it('with an excerpt around the first character that differs, that parts no surrogate pair', () => {
    const before = '😀'.repeat(5_000);
    const found = compareText(exact, `${before}a${before}`, `${before}b${before}`);
    expect(found?.expected).toMatch(/^…(?:😀)+a(?:😀)+…$/u);
    expect(found?.actual).toMatch(/^…(?:😀)+b(?:😀)+…$/u);
    expect(found?.expected?.length).toBeLessThanOrEqual(162);
  });
});

describe('laws of comparison', () => {
  const word = fc.stringMatching(/^[a-z0-9.-]{1,4}$/);
  const words = fc.array(word, { maxLength: 12 });
  const space = fc.stringMatching(/^[ \t\r\n\v\f]{1,4}$/);
  const spaced = (one: readonly string[]) =>
    fc
      .array(space, { minLength: one.length + 1, maxLength: one.length + 1 })
      .map((spaces) => spaces.map((gap, at) => gap + (one[at] ?? '')).join(''));
  const all = [exact, tokens, numbers, unordered];
  const someText = fc.array(fc.oneof(word, fc.constantFrom(' ', '\n', '\n\n')), { maxLength: 20 }).map((parts) => parts.join(''));

  it('everything is equal to itself, and two sides can be exchanged unless numbers are compared', () => {
    fc.assert(
      fc.property(someText, someText, (one, other) => {
        for (const by of all) expect(compareText(by, one, one)).toBeUndefined();
        for (const by of [exact, tokens, unordered])
          expect(compareText(by, one, other) === undefined).toBe(compareText(by, other, one) === undefined);
      }),
    );
  });

  it('tokens and numbers do not see which white space stands between', () => {
    fc.assert(
      fc.property(
        words.chain((one) => fc.tuple(spaced(one), spaced(one))),
        ([one, other]) => {
          expect(compareText(tokens, one, other)).toBeUndefined();
          expect(compareText(numbers, one, other)).toBeUndefined();
        },
      ),
    );
  });

  it('tokens differ if the lists of words differ', () => {
    fc.assert(
      fc.property(words, words, (one, other) => {
        expect(compareText(tokens, one.join(' '), other.join('\n')) === undefined).toBe(one.join(' ') === other.join(' '));
      }),
    );
  });

  it('unordered does not see the order of lines, and sees one line more', () => {
    const lines = fc.array(
      words.filter((one) => one.length > 0).map((one) => one.join(' ')),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(
        lines.chain((one) => fc.tuple(fc.constant(one), fc.shuffledSubarray(one, { minLength: one.length }))),
        word,
        ([one, other], more) => {
          expect(compareText(unordered, one.join('\n'), other.join('\n'))).toBeUndefined();
          expect(compareText(unordered, one.join('\n'), [...other, more].join('\n'))).toBeDefined();
        },
      ),
    );
  });

  it('what is equal exactly is equal in every way', () => {
    fc.assert(
      fc.property(someText, (text) => {
        const line = `${text}x`;
        for (const by of all) expect(compareText(by, line, `${line}\n`)).toBeUndefined();
      }),
    );
  });

  it.each([
    ['white space', ' '.repeat(1_000_000), ' \n'.repeat(500_000)],
    ['one token', 'x'.repeat(1_000_000), `${'x'.repeat(999_999)}y`],
    ['small tokens', '1 '.repeat(500_000), `${'1 '.repeat(499_999)}2`],
    ['lines', '1\n'.repeat(500_000), `2\n${'1\n'.repeat(499_999)}`],
    ['line ends', '\n'.repeat(1_000_000), '\n'.repeat(999_000)],
    ['lines that begin alike', `${'a'.repeat(1_000)}\n`.repeat(1_000), `${'a'.repeat(999)}b\n`.repeat(1_000)],
    ['fractions of many digits', `1.${'0'.repeat(50_000)}1`, `1.${'0'.repeat(50_000)}2`],
    ['numbers near the tolerance', '1.000001 '.repeat(100_000), '1 '.repeat(100_000)],
  ])('a megabyte of %s is compared in time', (_, expected, actual) => {
    for (const by of all) compareText(by, expected, actual);
  });
});
