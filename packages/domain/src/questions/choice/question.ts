import type { MultipleChoiceFile, SingleChoiceFile } from './file.ts';

type Option = { readonly optionId: string; readonly text: string; readonly correct: boolean };

export type ChoiceQuestion = { readonly kind: 'single-choice' | 'multiple-choice'; readonly options: readonly Option[] };

export type ChoiceFile = SingleChoiceFile | MultipleChoiceFile;

const optionIdAt = (index: number): string => String.fromCharCode('a'.charCodeAt(0) + index);

export const defineChoice = ({ kind, prompt, marks, penalty, options }: ChoiceFile) => ({
  kind,
  prompt,
  marks,
  penalty,
  options: options.map((one, index) => ({ optionId: optionIdAt(index), ...one })),
});
