import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { oneLine, splitGraphemes, wrap } from '../../output/text.ts';
import { dialogLines, type Question } from '../core/dialog.ts';
import type { LineInput } from '../core/line-input.ts';
import { type Env, faultLines, type ShownFault } from '../core/screen.ts';
import { Tone, type ToneName } from './Tone.tsx';

type LinesProps = {
  readonly texts: readonly string[];
  /** The prefix of the first line; the others are indented by as many spaces. */
  readonly first?: string;
  readonly tone?: ToneName;
  readonly bold?: boolean;
};

/** Lines of text that are already wrapped. */
export const Lines = ({ texts, first = '  ', tone = 'plain', bold = false }: LinesProps) =>
  texts.map((text, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two lines can be the same words.
    <Text key={place} bold={bold} wrap="truncate">
      <Tone tone={tone}>{(place === 0 ? first : ' '.repeat(first.length)) + text}</Tone>
    </Text>
  ));

/** A fault and the next step, on the screen that caused it. */
const FaultBox = ({ fault, env }: { readonly fault: ShownFault | null; readonly env: Env }) => {
  if (fault === null) return null;
  const { message, nextStep } = faultLines(fault, env);
  return (
    <Box flexDirection="column" flexShrink={0} marginTop={1}>
      <Lines texts={message} first="✗ " tone="bad" />
      <Lines texts={nextStep} />
    </Box>
  );
};

type BodyProps = {
  readonly env: Env;
  readonly fault: ShownFault | null;
  readonly dialog?: Question | null;
  /** Shown until the first response arrives. */
  readonly reading?: string | undefined;
  readonly children?: ReactNode;
};

/** A screen: its content, and under it a fault and a question, which are shown in full even in a small terminal. */
export const Body = ({ env, fault, dialog = null, reading, children }: BodyProps) => (
  <Box flexDirection="column" flexGrow={1} overflow="hidden">
    <Box flexDirection="column" overflow="hidden">
      <Box flexDirection="column" flexShrink={0}>
        {reading === undefined ? children : <Tone tone="quiet">{reading}</Tone>}
      </Box>
    </Box>
    <FaultBox fault={fault} env={env} />
    <DialogBox dialog={dialog} env={env} />
  </Box>
);

/** A line that is typed, with its cursor. */
export const Line = ({ line, active }: { readonly line: LineInput; readonly active: boolean }) => {
  if (!active) return <Text>{oneLine(line.text)}</Text>;
  const graphemes = splitGraphemes(line.text);
  return (
    <Text>
      {graphemes.slice(0, line.cursor).join('')}
      <Text inverse>{graphemes[line.cursor] ?? ' '}</Text>
      {graphemes.slice(line.cursor + 1).join('')}
    </Text>
  );
};

/** A line of a screen, below its label; null: without one. Screens count them for the height of what is below. */
export type Fact = readonly [label: string | null, value: ReactNode];
export const fact = (label: string | null, value: ReactNode): Fact => [label, value];
export const freeLine: Fact = [null, ' '];

/** The columns of a label. */
export const labelWidth = 14;

export const Facts = ({ facts, width = labelWidth }: { readonly facts: readonly Fact[]; readonly width?: number }) =>
  facts.map(([label, value], place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two lines can be the same words.
    <Text key={place} wrap="truncate">
      {label === null ? null : <Tone tone="quiet">{label.padEnd(width)}</Tone>}
      {value}
    </Text>
  ));

/** A yes-or-no question. */
const ConfirmBox = ({ title, lines, env }: { readonly title: string; readonly lines: readonly string[]; readonly env: Env }) => (
  <Box flexDirection="column" flexShrink={0} marginTop={1}>
    <Lines texts={wrap(title, env.columns - 2)} first="? " tone="busy" bold />
    <Lines texts={dialogLines(lines, env)} />
    <Text bold>{'  y  yes, do it     n  no'}</Text>
  </Box>
);

/** Asked before a form with input is left. */
export const exitQuestion: Question = { kind: 'confirm', title: 'Leave without saving?', lines: ['What you wrote here is lost.'] };

const DialogBox = ({ dialog, env }: { readonly dialog: Question | null; readonly env: Env }) => {
  if (dialog === null) return null;
  if (dialog.kind === 'confirm') return <ConfirmBox title={dialog.title} lines={dialog.lines} env={env} />;
  const { title, hint } =
    dialog.kind === 'minutes'
      ? { title: `How many more minutes for ${dialog.who}?`, hint: '' }
      : { title: dialog.title, hint: dialog.names.join('  ') };
  return (
    <Box flexDirection="column" flexShrink={0} marginTop={1}>
      <Text bold wrap="truncate">
        <Tone tone="busy">{`? ${oneLine(title)}`}</Tone>
      </Text>
      <Text wrap="truncate-start">
        {'  '}
        <Line line={dialog.line} active />
      </Text>
      {dialog.problem === null ? (
        <Text wrap="truncate">
          <Tone tone="quiet">{`  ${oneLine(hint)}`}</Tone>
        </Text>
      ) : (
        <Tone tone="bad">{`  ${dialog.problem}`}</Tone>
      )}
    </Box>
  );
};

/** The text of a list without rows. */
export const Empty = ({ text, env }: { readonly text: string; readonly env: Env }) => (
  <Box flexDirection="column" marginTop={1}>
    <Lines texts={wrap(text, env.columns - 2)} tone="quiet" />
  </Box>
);
