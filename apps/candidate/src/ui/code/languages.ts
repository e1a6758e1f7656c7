import type { CodeLanguage } from '../../core/drafts.ts';

/** Names that are the same in every language of the page. */
export const languageNames: Readonly<Record<CodeLanguage, string>> = {
  python: 'Python',
  javascript: 'JavaScript',
  typescript: 'TypeScript',
  ruby: 'Ruby',
  c: 'C',
  cpp: 'C++',
  java: 'Java',
  go: 'Go',
  rust: 'Rust',
  sql: 'SQL',
};
