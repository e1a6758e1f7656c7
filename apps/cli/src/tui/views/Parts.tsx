import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import type { Dialog } from '../dialog.ts';
import type { LineInput } from '../line-input.ts';
import type { ShownFault } from '../screen.ts';
import { clean, splitGraphemes } from '../text.ts';
import { Tone } from './Tone.tsx';

/** A fault with what to do next, on the screen that caused it. */
export const FaultBox = ({ fault }: { readonly fault: ShownFault | null }) =>
  fault === null ? null : (
    <Box flexDirection="column" flexShrink={0} marginTop={1}>
      <Text wrap="truncate">
        <Tone tone="bad">{`✗ ${clean(fault.message)}`}</Tone>
      </Text>
      <Text wrap="truncate">{`  ${clean(fault.nextStep)}`}</Text>
    </Box>
  );

/** A line that is typed, with its cursor. */
export const Line = ({ line, active }: { readonly line: LineInput; readonly active: boolean }) => {
  if (!active) return <Text>{clean(line.text)}</Text>;
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
export const ConfirmBox = ({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) => (
  <Box flexDirection="column" flexShrink={0} marginTop={1}>
    <Text bold wrap="truncate">
      <Tone tone="busy">{`? ${clean(title)}`}</Tone>
    </Text>
    {lines.map((text) => (
      <Text key={text} wrap="truncate">{`  ${clean(text)}`}</Text>
    ))}
    <Text bold>{'  y  yes, do it     n  no'}</Text>
  </Box>
);

export const DialogBox = ({ dialog }: { readonly dialog: Dialog | null }) => {
  if (dialog === null) return null;
  if (dialog.kind === 'confirm') return <ConfirmBox title={dialog.title} lines={dialog.lines} />;
  return (
    <Box flexDirection="column" flexShrink={0} marginTop={1}>
      <Text bold wrap="truncate">
        <Tone tone="busy">{`? How many more minutes for ${clean(dialog.who)}?`}</Tone>
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
export const Empty = ({ text }: { readonly text: string }) => (
  <Box marginTop={1}>
    <Tone tone="quiet">{`  ${text}`}</Tone>
  </Box>
);
