import type { Answer, TakeChoice } from '@assay/domain/take';

type Options = readonly { readonly optionId: string }[];

/** The picks of a multiple-choice answer after `optionId` was toggled, in the order of the options. */
export const togglePick = (options: Options, picks: readonly string[], optionId: string): string[] =>
  options.map((option) => option.optionId).filter((id) => (id === optionId ? !picks.includes(id) : picks.includes(id)));

/** The answer after option `index` was picked: replaces a single choice, toggles one of several; null if there is no such option. */
export const pickOption = ({ kind, options }: TakeChoice, answer: Answer, index: number): { readonly answer: Answer } | null => {
  const option = options[index];
  if (option === undefined) return null;
  if (kind === 'single-choice') return { answer: option.optionId };
  return { answer: togglePick(options, Array.isArray(answer) ? answer : [], option.optionId) };
};
