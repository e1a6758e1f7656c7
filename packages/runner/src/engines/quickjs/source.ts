import { SourceMap, stripTypeScriptTypes } from 'node:module';

/** A program as QuickJS gets it. `original` gives the line and column that the candidate wrote for those of the JavaScript. */
export type JavaScript = { readonly code: string; readonly original: (line: number, column: number) => [line: number, column: number] };

/** What is wrong with a source. */
export type SyntaxFault = { readonly message: string; readonly line: number | undefined };

const same: JavaScript['original'] = (line, column) => [line, column];
const inlineMap = /\n\/\/# sourceMappingURL=data:application\/json;base64,([A-Za-z0-9+/=]+)\s*$/;

/** The number of the last line that is not blank. */
export const lastWritten = (code: string): number => code.trimEnd().split('\n').length;

const faultCodes = new Set(['ERR_INVALID_TYPESCRIPT_SYNTAX', 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX']);

/**
 * TypeScript without its types. `transform`, because enums and parameter properties need code. The compiler inside Node is a WebAssembly
 * program with state of its own: after anything but a syntax fault it throws on, so that the thread is replaced.
 */
export const javaScriptOf = (typeScript: string): JavaScript | SyntaxFault => {
  let stripped: string;
  try {
    stripped = stripTypeScriptTypes(typeScript, { mode: 'transform', sourceMap: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && faultCodes.has(String(error.code)))) throw error;
    const stack = String(error.stack);
    const line = /(?:^|\n)[^\n]*?:(\d+)\n/.exec(stack)?.[1];
    return {
      message: `SyntaxError: ${error.message}`,
      line: line === undefined ? undefined : Math.min(Number(line), lastWritten(typeScript)),
    };
  }
  const [comment, encoded] = inlineMap.exec(stripped) ?? [];
  if (comment === undefined || encoded === undefined) return { code: stripped, original: same };
  const map = new SourceMap(JSON.parse(Buffer.from(encoded, 'base64').toString('utf8')));
  return {
    code: stripped.slice(0, -comment.length),
    original: (line, column) => {
      const entry = map.findEntry(line - 1, column - 1);
      return 'originalLine' in entry ? [entry.originalLine + 1, entry.originalColumn + 1] : [line, column];
    },
  };
};

const reserved = new Set(
  `arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function
  if implements import in instanceof interface let new null package private protected public return static super switch this throw true try
  typeof undefined var void while with yield`.split(/\s+/),
);

/** The names in a text that a variable could have, at most 500. */
export const namesIn = (text: string): string[] =>
  [...new Set(text.match(/[A-Za-z_$][\w$]*/g))].filter((name) => !reserved.has(name)).slice(0, 500);

const gathered = (names: readonly string[]): string =>
  `{${names.map((name) => `${name}:typeof ${name}==='undefined'?undefined:${name}`).join(',')}}`;

export const scriptHead = '(function (exports, require, module, __filename, __dirname) {';

/** The first line stays the first line, so that errors tell the candidate's. What ends the source gives the functions with these names. */
export const asScript = (code: string, names: readonly string[]): string =>
  `${scriptHead}${code}\n${names.length === 0 ? '' : `;return ${gathered(names)};`}\n})`;

export const asModule = (code: string, names: readonly string[]): string =>
  names.length === 0 ? code : `${code}\n;globalThis[Symbol.for('assay.expose')](${gathered(names)});`;

export const looksLikeModule = (code: string): boolean => /^\s*(?:import\b(?!\s*\()|export\b)|^\s*await\b|import\.meta/m.test(code);
