import { Box, Text, useInput, usePaste } from 'ink';
import { useSyncExternalStore } from 'react';
import { cell, oneLine, widthOf, wrap } from '../../output/text.ts';
import { type Binding, keyLabel } from '../core/key-sets.ts';
import { pressesOf } from '../core/keys.ts';
import { type Env, isTooSmall, smallest } from '../core/screen.ts';
import { Lines } from '../parts/Parts.tsx';
import { Colours, Tone } from '../parts/Tone.tsx';
import { type AppState, offered, topOf } from './app.ts';
import { OverlayView } from './OverlayView.tsx';
import type { Runner } from './runner.ts';

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

const arrow = ' › ';

/** The path to the current screen, `Tests › Web fundamentals › Invitations`; its beginning is left out when it does not fit. */
const titleOf = ({ stack }: AppState, width: number): string => {
  const names = stack.map(({ screen, state }) => screen.title(state));
  let shown = names.at(-1) ?? '';
  for (const [place, name] of [...names.entries()].slice(0, -1).reverse()) {
    const longer = `${name}${arrow}${shown}`;
    if (widthOf(longer) + (place === 0 ? 0 : 4) > width) return `…${arrow}${shown}`;
    shown = longer;
  }
  return shown;
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
            <top.screen.View key={top.key} state={top.state} env={env} />
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
