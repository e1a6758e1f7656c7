import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { oneLine, splitGraphemes, wrap } from '../../output/text.ts';
import { dialogLines, type Question } from '../core/dialog.ts';
import type { LineInput } from '../core/line-input.ts';
import { type Env, faultLines, type ShownFault } from '../core/screen.ts';
import { Tone, type ToneName } from './Tone.tsx';

type LinesProps = {
  readonly texts: readonly string[];
  /** What stands before the first line; before the others as many spaces. */
  readonly first?: string;
  readonly tone?: ToneName;
  readonly bold?: boolean;
};

/** Lines that are wrapped already. */
export const Lines = ({ texts, first = '  ', tone = 'plain', bold = false }: LinesProps) =>
  texts.map((text, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two lines can be the same words.
    <Text key={place} bold={bold} wrap="truncate">
      <Tone tone={tone}>{(place === 0 ? first : ' '.repeat(first.length)) + text}</Tone>
    </Text>
  ));

/** A fault with what to do next, on the screen that caused it. */
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
  /** What the screen says while there is nothing to show yet. */
  readonly reading?: string | undefined;
  readonly children?: ReactNode;
};

/** A screen: what it shows, and under it a fault and a question, which are seen whole however little room there is. */
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

/** `label  value` on one line. */
export const Pair = ({
  label,
  width = 14,
  children,
}: {
  readonly label: string;
  readonly width?: number;
  readonly children: ReactNode;
}) => (
  <Text wrap="truncate">
    <Tone tone="quiet">{label.padEnd(width)}</Tone>
    {children}
  </Text>
);

/** A question that is answered with y or n. */
const ConfirmBox = ({ title, lines, env }: { readonly title: string; readonly lines: readonly string[]; readonly env: Env }) => (
  <Box flexDirection="column" flexShrink={0} marginTop={1}>
    <Lines texts={wrap(title, env.columns - 2)} first="? " tone="busy" bold />
    <Lines texts={dialogLines(lines, env)} />
    <Text bold>{'  y  yes, do it     n  no'}</Text>
  </Box>
);

const DialogBox = ({ dialog, env }: { readonly dialog: Question | null; readonly env: Env }) => {
  if (dialog === null) return null;
  if (dialog.kind === 'confirm') return <ConfirmBox title={dialog.title} lines={dialog.lines} env={env} />;
  return (
    <Box flexDirection="column" flexShrink={0} marginTop={1}>
      <Text bold wrap="truncate">
        <Tone tone="busy">{`? How many more minutes for ${oneLine(dialog.who)}?`}</Tone>
      </Text>
      <Text>
        {'  '}
        <Line line={dialog.line} active />
      </Text>
      <Tone tone="bad">{`  ${dialog.problem ?? ''}`}</Tone>
    </Box>
  );
};

/** What a list says when it has no rows. */
export const Empty = ({ text, env }: { readonly text: string; readonly env: Env }) => (
  <Box flexDirection="column" marginTop={1}>
    <Lines texts={wrap(text, env.columns - 2)} tone="quiet" />
  </Box>
);
