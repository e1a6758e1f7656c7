import type { CodeAnswer } from '@assay/domain';

export const languageNames = {
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
} as const satisfies Record<CodeAnswer['language'], string>;
