import { Text } from 'ink';
import type { Env } from '../core/screen.ts';
import { linesHeight, linesOf, type QuestionState } from '../screens/question.ts';
import { Body } from './Parts.tsx';
import { Tone } from './Tone.tsx';

export const QuestionView = ({ state, env }: { readonly state: QuestionState; readonly env: Env }) => {
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
