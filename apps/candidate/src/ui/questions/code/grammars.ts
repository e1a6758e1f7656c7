import { StreamLanguage } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import type { CodeLanguage } from '../../../core/answers/drafts.ts';

const cpp = async () => (await import('@codemirror/lang-cpp')).cppLanguage;

const grammars: Readonly<Record<CodeLanguage, () => Promise<Extension>>> = {
  python: async () => (await import('@codemirror/lang-python')).pythonLanguage,
  javascript: async () => (await import('@codemirror/lang-javascript')).javascriptLanguage,
  typescript: async () => (await import('@codemirror/lang-javascript')).typescriptLanguage,
  ruby: async () => StreamLanguage.define((await import('@codemirror/legacy-modes/mode/ruby')).ruby),
  c: cpp,
  cpp,
  java: async () => (await import('@codemirror/lang-java')).javaLanguage,
  go: async () => (await import('@codemirror/lang-go')).goLanguage,
  rust: async () => (await import('@codemirror/lang-rust')).rustLanguage,
  sql: async () => (await import('@codemirror/lang-sql')).SQLite.language,
};

/** Grammars alone, without what the packages complete. Each is loaded when a text in it is shown; rejects if it cannot be. */
export const grammarOf = (language: CodeLanguage): Promise<Extension> => grammars[language]();
