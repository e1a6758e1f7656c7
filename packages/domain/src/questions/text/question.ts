import type { TextFile } from './file.ts';

export type TextQuestion = { readonly kind: 'text'; readonly answers: readonly string[]; readonly exact?: true };

export const defineText = ({
  kind,
  prompt,
  marks,
  penalty,
  answer,
  answers = answer === undefined ? [] : [answer],
  exact = false,
}: TextFile) => ({
  ...{ kind, prompt, marks, penalty },
  ...(exact ? { answers, exact } : { answers: answers.map((one) => one.trim()) }),
});
