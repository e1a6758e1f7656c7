import type { QuestionStatistics } from '@assay/domain';
import { Text } from 'ink';
import { questionFacts, questionLines, questionTitle } from '../../output/statistics-text.ts';
import { oneLine, widthOf, wrap } from '../../output/text.ts';
import { globalKeys, type IdOf, keySet, scrollRows } from '../core/key-sets.ts';
import { bodyHeight, defineScreen, type Env, type ScreenEvent, type Step, step } from '../core/screen.ts';
import { Body } from '../parts/Parts.tsx';
import { Tone } from '../parts/Tone.tsx';

const keys = keySet({
  ...scrollRows,
});
type Id = IdOf<typeof keys>;

/** How a question works: who chose what, and what to do about it; `top` is the first line on the screen. */
type QuestionState = { readonly question: QuestionStatistics; readonly top: number };

const start = ({ question }: { readonly question: QuestionStatistics }): Step<QuestionState> => step({ question, top: 0 });

/** A line that fits keeps its spaces: bars stand under each other. */
const fitted = (text: string, width: number): string[] => (widthOf(text) <= width ? [oneLine(text)] : wrap(text, width));

export const linesOf = ({ question }: QuestionState, { columns }: Env): readonly string[] =>
  [questionTitle(question), '', ...questionFacts(question), '', ...questionLines(question)].flatMap((text) =>
    text === '' ? [''] : fitted(text, columns - 2),
  );

/** The last line says which lines are shown. */
export const linesHeight = (env: Env): number => bodyHeight(env) - 1;

const reduce = (state: QuestionState, event: ScreenEvent<Id>, env: Env): Step<QuestionState> => {
  if (event.type !== 'command') return step(state);
  const height = linesHeight(env);
  const by = { up: -1, down: 1, 'page-up': -height, 'page-down': height }[event.id as string];
  if (by === undefined) return step(state);
  const last = Math.max(0, linesOf(state, env).length - height);
  return step({ ...state, top: Math.max(0, Math.min(last, state.top + by)) });
};

const View = ({ state, env }: { readonly state: QuestionState; readonly env: Env }) => {
  const lines = linesOf(state, env);
  const height = linesHeight(env);
  const top = Math.max(0, Math.min(state.top, lines.length - height));
  return (
    <Body env={env} fault={null}>
      {lines.slice(top, top + height).map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text has the same line twice.
        <Text key={top + place} bold={top + place === 0} wrap="truncate">
          {line === '' ? ' ' : line}
        </Text>
      ))}
      {lines.length > height ? (
        <Text wrap="truncate">
          <Tone tone="quiet">{`Lines ${top + 1}–${Math.min(lines.length, top + height)} of ${lines.length}`}</Tone>
        </Text>
      ) : null}
    </Body>
  );
};

export const questionScreen = defineScreen({
  title: (state) => `Question ${state.question.questionId}`,
  keys,
  active: () => [keys, globalKeys],
  start,
  reduce,
  View,
});
