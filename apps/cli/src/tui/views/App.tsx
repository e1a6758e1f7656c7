import { Box, Text, useInput, usePaste } from 'ink';
import { useSyncExternalStore } from 'react';
import { cell, oneLine, widthOf, wrap } from '../../output/text.ts';
import { offered, topOf } from '../app/app.ts';
import type { Runner } from '../app/runner.ts';
import { type Binding, keyLabel } from '../core/bindings.ts';
import { pressesOf } from '../core/keys.ts';
import { type Env, isTooSmall, smallest } from '../core/screen.ts';
import { OverlayView } from './OverlayView.tsx';
import { Lines } from './Parts.tsx';
import { ScreenView } from './ScreenView.tsx';
import { Colours, Tone } from './Tone.tsx';
import { titleOf } from './title.ts';

/** The key hints that fit, those of the screen first and `? help` always. The first screen has no `back`. */
export const hintsOf = (bindings: readonly Binding[], width: number, isFirst = false): string => {
  const hints = bindings.flatMap(({ id, keys, hint }) =>
    hint === undefined || (isFirst && id === 'back') ? [] : [{ id, text: `${keyLabel(keys[0] ?? '')} ${hint}` }],
  );
  const kept = hints.filter(({ id }) => id === 'help').map(({ text }) => text);
  const space = width - kept.reduce((sum, text) => sum + widthOf(text) + 3, 0);
  const shown: string[] = [];
  for (const { text } of hints.filter(({ id }) => id !== 'help')) {
    if ([...shown, text].reduce((sum, one) => sum + widthOf(one) + 3, 0) > space) break;
    shown.push(text);
  }
  return [...shown, ...kept].join(' · ');
};

type Props = { readonly runner: Runner; readonly colours: boolean };

const TooSmall = ({ env }: { readonly env: Env }) => (
  <Box flexDirection="column" width={env.columns} height={env.rows - 1} overflow="hidden">
    <Text bold>{`This window is too small: ${env.columns}×${env.rows}.`}</Text>
    <Text>{`Assay needs ${smallest.columns}×${smallest.rows}. Make it larger, or leave with Ctrl-C.`}</Text>
  </Box>
);

/** The whole terminal: title, screen, notice and key hints. */
export const App = ({ runner, colours }: Props) => {
  const state = useSyncExternalStore(runner.subscribe, runner.get);
  useInput((input, key) => {
    for (const press of pressesOf(input, key)) runner.dispatch({ type: 'press', ...press });
  });
  usePaste((text) => runner.dispatch({ type: 'paste', text }));
  const { env, overlay, notice } = state;
  if (isTooSmall(env)) return <TooSmall env={env} />;
  const top = topOf(state);
  const where = `${oneLine(env.profile)} `;
  const space = Math.max(10, env.columns - widthOf(where) - 2);
  return (
    <Colours.Provider value={colours}>
      <Box flexDirection="column" width={env.columns} height={env.rows - 1}>
        <Box flexShrink={0}>
          <Text wrap="truncate">
            <Text bold>{cell(titleOf(state, space), space)}</Text>
            <Tone tone="quiet">{`  ${where}`}</Tone>
          </Text>
        </Box>
        <Box flexDirection="column" flexGrow={1} overflow="hidden">
          {overlay !== null ? (
            <OverlayView overlay={overlay} env={env} />
          ) : top === undefined ? null : (
            <ScreenView state={top.state} env={env} />
          )}
        </Box>
        <Box flexDirection="column" flexShrink={0}>
          <Lines texts={wrap(notice ?? '', env.columns).slice(0, 3)} first="" />
          {notice === null ? <Text> </Text> : null}
          <Text wrap="truncate">
            <Tone tone="quiet">{hintsOf(offered(state), env.columns, state.stack.length === 1)}</Tone>
          </Text>
        </Box>
      </Box>
    </Colours.Provider>
  );
};
