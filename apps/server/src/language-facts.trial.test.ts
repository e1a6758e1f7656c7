import { readFileSync } from 'node:fs';
import { answerLanguages, languageFacts, languageNames } from '@assay/domain';
import { checkNative, type Language, type Program, type Run } from '@assay/runner';
import { poolWhenNeeded } from '@assay/runner/testing';
import { beforeAll, describe, expect, it } from 'vitest';

/** On every engine of this machine: what candidates are told of a language is so. */

const limits = { seconds: 60, memory: 256, output: 65_536 };
const { signal } = new AbortController();

type Engine = { readonly offers: readonly { language: Language; version: string }[]; readonly run: (program: Program) => Promise<Run> };

const programOf = (language: Language, source: string, input = ''): Program => ({
  language,
  source,
  tasks: [language === 'sql' ? { mode: 'sql', schema: 'CREATE TABLE towns (name TEXT)', data: input } : { mode: 'stdio', input }],
  limits,
});

const embedded = async (): Promise<Engine> => ({
  offers: await poolWhenNeeded.offers(),
  run: async (program) => {
    const outcome = await poolWhenNeeded.run(program, { account: 'account', attempt: 'attempt' });
    const run = 'runs' in outcome ? outcome.runs[0] : undefined;
    if (run === undefined) throw new Error('no run');
    return run;
  },
});

const native = async (): Promise<Engine> => {
  const { engine, offers } = await checkNative({ signal });
  return {
    offers,
    run: async (program) => {
      for await (const run of engine.run(program, signal)) return run;
      throw new Error('no run');
    },
  };
};

const lines = (names: readonly string[], each: (name: string) => string): string => names.map(each).join('\n');
const required = (names: readonly string[]) => lines(names, (name) => `require('${name}');`);

/** A program that only loads libraries. */
const loading: { readonly [One in Language]: (names: readonly string[]) => string } = {
  python: (names) => lines(names, (name) => `import ${name}`),
  javascript: required,
  typescript: (names) => lines(names, (name) => `import '${name}';`),
  ruby: (names) => lines(names, (name) => `require '${name}'`),
  c: (names) => `${lines(names, (name) => `#include <${name}>`)}\nint main(void) { return 0; }\n`,
  cpp: (names) => `${lines(names, (name) => `#include <${name}>`)}\nint main() {}\n`,
  java: (names) => `${lines(names, (name) => `import ${name}.*;`)}\nclass Main { public static void main(String[] args) {} }\n`,
  go: (names) => `package main\n${lines(names, (name) => `import _ "${name}"`)}\nfunc main() {}\n`,
  rust: (names) => `#![allow(unused_imports)]\n${lines(names, (name) => `use ${name};`)}\nfn main() {}\n`,
  sql: () => 'WITH RECURSIVE c(x) AS (SELECT 1), d AS (SELECT x, row_number() OVER (ORDER BY x) AS y FROM c) SELECT y FROM d',
};

/** What prints the version, where a program can tell. */
const telling: { readonly [One in Language]?: string } = {
  python: 'import platform\nprint(platform.python_version())',
  ruby: 'puts RUBY_VERSION',
};

const embeddedLanguages = ['python', 'javascript', 'typescript', 'ruby', 'sql'] as const satisfies readonly Language[];

/** Statements that a query may not be. */
const statements: Readonly<Record<string, string>> = {
  ATTACH: "ATTACH 'x' AS x",
  DELETE: 'DELETE FROM towns',
  INSERT: "INSERT INTO towns VALUES ('x')",
  PRAGMA: 'PRAGMA journal_mode = OFF',
  UPDATE: "UPDATE towns SET name = 'x'",
};

describe.each([
  ['embedded', embedded],
  ['native', native],
] as const)('of each language on the %s engine', (_, open) => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await open();
  });
  const offered = (language: Language): boolean => engine.offers.some((one) => one.language === language);

  it.each(answerLanguages)('the starter reads its input and writes: %s', async (language) => {
    if (!offered(language)) return;
    const { starter } = languageFacts[language];
    const run = await engine.run(programOf(language, starter, language === 'sql' ? '' : 'first\nsecond line\n'));
    expect(run).toMatchObject({ end: 'ended', stderr: '' });
    if (language === 'sql') expect(run.rows?.rows).toEqual([['towns', 'CREATE TABLE towns (name TEXT)']]);
    else expect(run.stdout).toBe('2\n');
  });

  it.each(answerLanguages)('the libraries can be loaded: %s', async (language) => {
    if (!offered(language)) return;
    const run = await engine.run(programOf(language, loading[language](languageFacts[language].libraries)));
    expect(run).toMatchObject({ end: 'ended', stderr: '' });
  });

  it.each(Object.entries(telling) as [Language, string][])('the version is the one that a program reads: %s', async (language, source) => {
    const offer = engine.offers.find((one) => one.language === language);
    if (offer === undefined) return;
    expect(offer.version).toContain((await engine.run(programOf(language, source))).stdout.trim());
  });
});

describe('the embedded engines', () => {
  it('are offered, which the rest of this file is about', async () => {
    const offered = (await poolWhenNeeded.offers()).map(({ language }) => language);
    expect([...offered].sort()).toEqual([...embeddedLanguages].sort());
  });

  it.each(embeddedLanguages)('none that is said to be missing can be loaded: %s', async (language) => {
    const { run } = await embedded();
    for (const missing of languageFacts[language].missing) {
      const source = language === 'sql' ? (statements[missing] ?? '') : loading[language]([missing]);
      expect([missing, (await run(programOf(language, source))).end]).not.toEqual([missing, 'ended']);
    }
  });
});

it.each(answerLanguages)('the guide names what is missing: %s', (language) => {
  const guide = readFileSync(new URL('../../../docs/languages.md', import.meta.url), 'utf8');
  const section = guide.split('\n## ').find((text) => text.split('\n', 1)[0]?.split(' and ').includes(languageNames[language])) ?? '';
  const { missing } = languageFacts[language];
  expect(missing.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
});
