import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answerLanguages } from '../languages.ts';
import { codeLines, codeTokens } from './code-tokens.ts';

const shown = (...[language, source]: Parameters<typeof codeTokens>) =>
  [...codeTokens(language, source)].filter(({ kind }) => kind !== 'space').map(({ kind, text }) => `${kind} ${text}`);

it('the tokens of any text are the text', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', "'", '`', '\\', '\n', '#', '/', '*', '-', '1', ' ', '😀', 'é'), maxLength: 60 });
  fc.assert(
    fc.property(fc.constantFrom(...answerLanguages), text, (language, source) => {
      expect([...codeTokens(language, source)].map((one) => one.text).join('')).toBe(source);
      expect(
        codeLines(language, source)
          .map((line) => line.map((one) => one.text).join(''))
          .join('\n'),
      ).toBe(source);
    }),
  );
});

it.each([
  [
    'python',
    'def f(x): # one\n  return """a\nb""" + \'c\'',
    [
      'keyword def',
      'name f',
      'sign (',
      'name x',
      'sign )',
      'sign :',
      'comment # one',
      'keyword return',
      'text """a\nb"""',
      'sign +',
      "text 'c'",
    ],
  ],
  ['javascript', 'let a = `{b}` // x', ['keyword let', 'name a', 'sign =', 'text `{b}`', 'comment // x']],
  [
    'rust',
    "fn f<'a>(c: &'a str) { 'x' }",
    [
      'keyword fn',
      'name f',
      'sign <',
      "sign '",
      'name a',
      'sign >',
      'sign (',
      'name c',
      'sign :',
      'sign &',
      "sign '",
      'name a',
      'name str',
      'sign )',
      'sign {',
      "text 'x'",
      'sign }',
    ],
  ],
  ['sql', "SELECT 'it''s' -- all", ['keyword SELECT', "text 'it'", "text 's'", 'comment -- all']],
  ['c', '/* a\nb */ 0x1F', ['comment /* a\nb */', 'number 0x1F']],
] as const)('%s', (language, source, tokens) => {
  expect(shown(language, source)).toEqual(tokens);
});

it('a program that never ends what it begins is read in one pass', () => {
  for (const language of answerLanguages)
    for (const begin of ['"', "'", '`', '/*', '"""', '\\', '#', '1', 'a', ' ', '"\\'])
      expect([...codeTokens(language, begin.repeat(30_000))].length).toBeGreaterThan(0);
});
