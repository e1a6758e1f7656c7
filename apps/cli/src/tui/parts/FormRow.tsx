import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import type { LineInput } from '../core/line-input.ts';
import { Line } from './Parts.tsx';
import { Tone } from './Tone.tsx';

type Props = {
  readonly label: string;
  readonly focused: boolean;
  /** A line to type, or the words of the current choice. */
  readonly value: LineInput | string;
  readonly note?: ReactNode;
  readonly problem?: string | undefined;
};

/** A field of a form: the focused one has a `›`; its problem is shown below it. */
export const FormRow = ({ label, focused, value, note, problem }: Props) => (
  <Box flexDirection="column" flexShrink={0}>
    <Text wrap="truncate">
      <Text bold={focused}>{`${focused ? '›' : ' '} ${label.padEnd(15)}`}</Text>
      {typeof value === 'string' ? (
        <Text inverse={focused}>{focused ? `‹ ${value} ›` : value}</Text>
      ) : (
        <Line line={value} active={focused} />
      )}
      {note === undefined ? null : (
        <Tone tone="quiet">
          {typeof value !== 'string' && value.text === '' && !focused ? '' : '  '}
          {note}
        </Tone>
      )}
    </Text>
    {problem === undefined ? null : (
      <Text wrap="truncate">
        <Tone tone="bad">{`${' '.repeat(17)}✗ ${problem}`}</Tone>
      </Text>
    )}
  </Box>
);
