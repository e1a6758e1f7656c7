import type { CodeAnswer } from '../code-answer.ts';

export const tokenKinds = ['comment', 'text', 'number', 'keyword', 'name', 'sign', 'space'] as const;
type Kind = (typeof tokenKinds)[number];
export type CodeToken = { readonly kind: Kind; readonly text: string };

type Language = CodeAnswer['language'];

const hash = String.raw`#[^\n]*`;
const slashes = String.raw`//[^\n]*|/\*[\s\S]*?(?:\*/|$)`;
const quoted = String.raw`"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?`;
const raw = '`[^`]*`?';

const comments: Readonly<Record<Language, string>> = {
  python: hash,
  ruby: hash,
  javascript: slashes,
  typescript: slashes,
  c: slashes,
  cpp: slashes,
  java: slashes,
  go: slashes,
  rust: slashes,
  sql: String.raw`--[^\n]*|/\*[\s\S]*?(?:\*/|$)`,
};

const template = String.raw`${'`'}(?:\\[\s\S]|[^${'`'}\\])*${'`'}?`;

const texts: Readonly<Record<Language, string>> = {
  python: String.raw`"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|${quoted}`,
  ruby: quoted,
  javascript: `${template}|${quoted}`,
  typescript: `${template}|${quoted}`,
  c: quoted,
  cpp: quoted,
  java: String.raw`"""[\s\S]*?(?:"""|$)|${quoted}`,
  go: `${raw}|${quoted}`,
  // A lifetime is no text: 'a
  rust: String.raw`"(?:\\[\s\S]|[^"\\])*"?|'(?:\\[^\n']{1,10}|[^'\\\n])'`,
  sql: `'[^']*'?|"[^"]*"?`,
};

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const ofC =
  'auto break case char const continue default do double else enum extern float for goto if inline int long register return short signed sizeof static struct switch typedef union unsigned void volatile while';
const ofJavaScript =
  'async await break case catch class const continue debugger default delete do else export extends false finally for from function if import in instanceof let new null of return static super switch this throw true try typeof undefined var void while with yield';

const keywords: Readonly<Record<Language, ReadonlySet<string>>> = {
  python: words(
    'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield',
  ),
  ruby: words(
    'alias and begin break case class def defined do else elsif end ensure false for if in module next nil not or redo require rescue retry return self super then true undef unless until when while yield',
  ),
  javascript: words(ofJavaScript),
  typescript: words(
    `${ofJavaScript} any as boolean declare enum implements interface keyof never number private protected public readonly string type unknown`,
  ),
  c: words(ofC),
  cpp: words(
    `${ofC} bool catch class constexpr delete explicit false friend namespace new noexcept nullptr operator override private protected public template this throw true try typename using virtual`,
  ),
  java: words(
    'abstract assert boolean break byte case catch char class continue default do double else enum extends false final finally float for if implements import instanceof int interface long new null package private protected public record return short static super switch synchronized this throw throws true try var void volatile while',
  ),
  go: words(
    'break case chan const continue default defer else fallthrough false for func go goto if import interface map nil package range return select struct switch true type var',
  ),
  rust: words(
    'as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait true type unsafe use where while',
  ),
  sql: words(
    'all and any as asc between by case cast cross desc distinct else end except exists from full group having in inner intersect is join left like limit not null offset on or order outer over partition recursive right select then union using values when where with',
  ),
};

const patterns = new Map<Language, RegExp>();

/** Each alternative reads on in one pass, however the program ends. */
const patternOf = (language: Language): RegExp => {
  const known = patterns.get(language);
  if (known !== undefined) return known;
  const number = String.raw`\d[\w.]*`;
  const name = String.raw`[\p{L}_$@][\p{L}\p{M}\p{N}_$]*`;
  const source = `(${comments[language]})|(${texts[language]})|(${number})|(${name})|(\\s+)|[^]`;
  const pattern = new RegExp(source, 'gu');
  patterns.set(language, pattern);
  return pattern;
};

/**
 * The tokens of a program, which together are its text. Near enough to colour it and to compare two: no program is refused, and none is
 * understood.
 */
export const codeTokens = function* (language: Language, source: string): Generator<CodeToken> {
  const isKeyword = (name: string): boolean => keywords[language].has(language === 'sql' ? name.toLowerCase() : name);
  for (const [text, comment, quote, number, name, space] of source.matchAll(patternOf(language))) {
    if (comment !== undefined) yield { kind: 'comment', text };
    else if (quote !== undefined) yield { kind: 'text', text };
    else if (number !== undefined) yield { kind: 'number', text };
    else if (name !== undefined) yield { kind: isKeyword(name) ? 'keyword' : 'name', text };
    else yield { kind: space === undefined ? 'sign' : 'space', text };
  }
};

/** The same by lines: a comment or a text of several lines is one token in each. */
export const codeLines = (language: Language, source: string): readonly (readonly CodeToken[])[] => {
  const lines: CodeToken[][] = [[]];
  for (const { kind, text } of codeTokens(language, source.replace(/\r\n?/g, '\n')))
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push({ kind, text: part });
    }
  return lines;
};
