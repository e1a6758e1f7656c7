/** Languages of coding questions. The runner has the same names. */
export const codingLanguages = ['python', 'javascript', 'typescript', 'ruby', 'c', 'cpp', 'java', 'go', 'rust'] as const;
export type CodingLanguage = (typeof codingLanguages)[number];

/** Languages whose functions can be called from another interpreter, by cases with `function` or by a harness. */
export const calledLanguages = ['python', 'javascript', 'typescript', 'ruby'] as const satisfies readonly CodingLanguage[];

export const isCalled = (language: string): boolean => calledLanguages.some((one) => one === language);

/** Languages of answers. */
export const answerLanguages = [...codingLanguages, 'sql'] as const;

/** Names that are the same in every language that people read. */
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
} as const satisfies Record<(typeof answerLanguages)[number], string>;

/** One text for each of some languages. */
export type Sources = { readonly [Language in CodingLanguage]?: string | undefined };
