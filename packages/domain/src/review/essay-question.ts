import { type EssayFile, marksOfRubric } from './essay-file.ts';

type Level = { readonly marks: number; readonly text: string };
export type Criterion = { readonly criterion: string; readonly levels: readonly Level[] };

/** An essay as it is stored, without the fields that every question has. `reconcile`: two grades that differ by more need a third. */
export type EssayQuestion = {
  readonly kind: 'essay';
  readonly words: { readonly min: number | null; readonly max: number | null };
  readonly rubric: readonly Criterion[];
  readonly graders: 1 | 2;
  readonly reconcile: number;
  /** False: who grades sees whose answer it is. */
  readonly blind: boolean;
};

export const defineEssay = ({ kind, prompt, words, rubric, graders, reconcile = 0, blind }: EssayFile) => ({
  kind,
  prompt,
  marks: marksOfRubric(rubric),
  penalty: 0,
  words: { min: words?.min ?? null, max: words?.max ?? null },
  rubric,
  graders,
  reconcile,
  blind,
});

/** The fields of a file that `defineEssay` read, without id and prompt, with every default written out. */
export const essayFileOf = ({
  kind,
  words: { min, max },
  rubric,
  graders,
  reconcile,
  blind,
}: EssayQuestion): Omit<EssayFile, 'id' | 'prompt' | 'skills' | 'void'> => ({
  kind,
  ...(min === null && max === null ? {} : { words: { ...(min === null ? {} : { min }), ...(max === null ? {} : { max }) } }),
  rubric: rubric.map(({ criterion, levels }) => ({ criterion, levels: levels.map((one) => ({ ...one })) })),
  graders,
  ...(graders === 2 ? { reconcile } : {}),
  blind,
});
