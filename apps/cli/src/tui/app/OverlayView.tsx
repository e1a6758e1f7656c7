import { Box, Text } from 'ink';
import { cell, chop } from '../../output/text.ts';
import { keyLabel } from '../core/key-sets.ts';
import { bodyHeight, type Env } from '../core/screen.ts';
import { topFor } from '../core/selection.ts';
import { Line } from '../parts/Parts.tsx';
import { Tone } from '../parts/Tone.tsx';
import { choicesOf, helpHeight, type Overlay, searchOf } from './overlay.ts';

type Props = { readonly overlay: Overlay; readonly env: Env };

const labels = (keys: readonly string[]): string => keys.map(keyLabel).join(' ');

/** An overlay, shown in place of the screen. */
export const OverlayView = ({ overlay, env }: Props) => {
  switch (overlay.kind) {
    case 'help': {
      const height = helpHeight(env);
      const top = Math.max(0, Math.min(overlay.top, overlay.lines.length - height));
      return (
        <Box flexDirection="column">
          <Text
            bold
          >{`Keys of this screen${overlay.lines.length > height ? ` (${top + 1}–${Math.min(overlay.lines.length, top + height)} of ${overlay.lines.length}, ↑↓)` : ''}`}</Text>
          {overlay.lines.slice(top, top + height).map((binding) => (
            <Text key={binding.keys.join(' ')} wrap="truncate">
              {`  ${cell(labels(binding.keys), 20)}  ${binding.help}`}
            </Text>
          ))}
        </Box>
      );
    }
    case 'copied':
      return (
        <Box flexDirection="column">
          <Text bold>{`${overlay.what} sent to the clipboard`}</Text>
          <Tone tone="quiet">If your terminal does not allow that, copy it from here:</Tone>
          <Box flexDirection="column" marginY={1}>
            {chop(overlay.text, env.columns).map((part) => (
              <Text key={part}>{part}</Text>
            ))}
          </Box>
        </Box>
      );
    case 'choose': {
      const height = bodyHeight(env) - 2;
      const choices = choicesOf(overlay);
      const top = topFor(0, overlay.index, height - 1);
      return (
        <Box flexDirection="column">
          <Text bold wrap="truncate">
            {`${overlay.title}: `}
            <Line line={overlay.line} active />
            {overlay.line.text === '' ? <Tone tone="quiet">{`  ${overlay.hint}`}</Tone> : null}
          </Text>
          {choices.slice(top, top + height - 1).map((choice, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two tests may have one name.
            <Text key={`${top + place} ${choice.label}`} inverse={top + place === overlay.index} wrap="truncate">
              {`${top + place === overlay.index ? '› ' : '  '}${cell(choice.label, Math.max(20, env.columns - 20))}  ${labels(choice.keys)}`}
            </Text>
          ))}
          {choices.length > 0 ? null : (
            <Tone tone="quiet">
              {overlay.found === null || overlay.found.text === searchOf(overlay) ? '  Nothing fits.' : '  Looking for it…'}
            </Tone>
          )}
        </Box>
      );
    }
  }
};
