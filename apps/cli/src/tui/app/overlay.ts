import { type Binding, bindingsIn, type KeySet, keyLabel, keySet, listKeys } from '../core/key-sets.ts';
import { editLine, type LineInput, lineOf, typeInto } from '../core/line-input.ts';
import { bodyHeight, type Env, type Route, routeTo, type ScreenEvent } from '../core/screen.ts';
import { answersScreen } from '../screens/answers.tsx';
import { codeScreen } from '../screens/code.tsx';
import { comparisonScreen } from '../screens/comparison.tsx';
import { deliveriesScreen } from '../screens/deliveries.tsx';
import { deliveryScreen } from '../screens/delivery.tsx';
import { invitationScreen } from '../screens/invitation.tsx';
import { invitationsScreen } from '../screens/invitations.tsx';
import { linkScreen } from '../screens/link/screen.tsx';
import { quotasScreen } from '../screens/quotas.tsx';
import { reportScreen } from '../screens/report.tsx';
import { reviewScreen } from '../screens/review.tsx';
import { statisticsScreen } from '../screens/statistics.tsx';
import { routesOf, testScreen } from '../screens/test.tsx';
import { testsScreen } from '../screens/tests.tsx';

const chooseKeys = keySet(
  {
    pick: { keys: ['enter'], hint: 'choose', help: 'Choose the line' },
    up: { keys: ['up'], help: 'Line above' },
    down: { keys: ['down', 'tab'], help: 'Line below' },
    leave: { keys: ['esc'], hint: 'close', help: 'Close' },
  },
  { typing: true },
);

const helpKeys = keySet({
  up: { keys: ['up', 'k'], hint: 'above', help: 'Keys above' },
  down: { keys: ['down', 'j'], hint: 'more keys', help: 'Keys below' },
  leave: { keys: ['esc', '?', 'q'], hint: 'close', help: 'Close' },
});

const copiedKeys = keySet({ leave: { keys: ['esc', 'enter', 'q', 'c'], hint: 'close', help: 'Close' } });

/** An overlay over the screens: help, the palette, `go to`, or a text that was copied. */
export type Overlay =
  | { readonly kind: 'help'; readonly lines: readonly Binding[]; readonly top: number }
  | { readonly kind: 'copied'; readonly what: string; readonly text: string }
  | {
      readonly kind: 'choose';
      readonly title: string;
      /** What can be typed; shown until something is. */
      readonly hint: string;
      readonly choices: readonly Choice[];
      readonly line: LineInput;
      readonly index: number;
      /** What the server found for a text; null: this one does not ask it. `testId`: invitations of this test are searched too. */
      readonly found: Found | null;
    };

export type Found = { readonly testId: number | null; readonly text: string; readonly choices: readonly Choice[] };

/** A line to choose. `number`: the line opens the test, invitation or delivery with the typed number. */
export type Choice = { readonly label: string; readonly keys: readonly string[]; readonly words?: string; readonly act: ChoiceAct };
export type ChoiceAct =
  | { readonly type: 'command'; readonly id: string }
  | { readonly type: 'go'; readonly to: Route }
  /** A command of another screen: it is found, and the notice says where it is. */
  | { readonly type: 'elsewhere'; readonly text: string }
  | { readonly type: 'number'; readonly route: (id: number) => Route };

/** The screens whose commands the palette finds from everywhere. */
const places = [
  testsScreen,
  testScreen,
  linkScreen,
  invitationsScreen,
  invitationScreen,
  reportScreen,
  codeScreen,
  answersScreen,
  comparisonScreen,
  statisticsScreen,
  deliveriesScreen,
  deliveryScreen,
].flatMap(({ place, keys }) => (place === undefined ? [] : [{ place, keys }]));

/** Every command once: those of the screen, then the global ones, then those of other screens. */
export const paletteOf = (offered: readonly Binding[], testId: number | null): Overlay => {
  const ids = new Set(['palette']);
  const add = (choice: (binding: Binding) => Choice | undefined) => (binding: Binding) => {
    const made = ids.has(binding.id) ? undefined : choice(binding);
    if (made === undefined) return [];
    ids.add(binding.id);
    return [made];
  };
  const own = offered.flatMap(add(({ id, help, keys }) => ({ label: help, keys, words: id, act: { type: 'command', id } })));
  const routes: Readonly<Record<string, Route>> = testId === null ? {} : routesOf(testId);
  const ofTest = bindingsIn([testScreen.keys]).flatMap(
    add(({ id, help }) => {
      const to = routes[id];
      return to === undefined ? undefined : { label: help, keys: [], words: id, act: { type: 'go', to } };
    }),
  );
  const elsewhere = places.flatMap(({ place, keys }) =>
    bindingsIn([keys])
      .filter(({ id }) => !['up', 'down', 'open'].includes(id))
      .flatMap(
        add(({ id, help, keys }) => ({
          label: `${place[0]?.toUpperCase()}${place.slice(1)}: ${help}`,
          keys: [],
          words: id,
          act: { type: 'elsewhere', text: `${keyLabel(keys[0] ?? '')} does that ${place}: go there first.` },
        })),
      ),
  );
  return {
    kind: 'choose',
    title: 'Commands',
    hint: 'a word of what to do',
    choices: [...own, ...ofTest, ...elsewhere],
    line: lineOf(''),
    index: 0,
    found: null,
  };
};

/** The destinations from a screen; `testId` when the screen belongs to one test. */
export const goToOf = (testId: number | null): Overlay => {
  const to = (label: string, route: Route): Choice => ({ label, keys: [], act: { type: 'go', to: route } });
  const number = (label: string, route: (id: number) => Route): Choice => ({ label, keys: [], act: { type: 'number', route } });
  return {
    kind: 'choose',
    title: 'Go to',
    hint: testId === null ? 'the name of a test, or a number' : 'a test, a candidate of this one, or a number',
    choices: [
      to('Tests', routeTo(testsScreen, {})),
      ...(testId === null
        ? []
        : [
            to('This test', routeTo(testScreen, { testId })),
            to('Invitations of this test', routeTo(invitationsScreen, { testId })),
            to('Answers to grade, of this test', routeTo(reviewScreen, { testId })),
            to('Deliveries of this test', routeTo(deliveriesScreen, { testId })),
          ]),
      to('Answers to grade', routeTo(reviewScreen, { testId: null })),
      to('Deliveries of all tests', routeTo(deliveriesScreen, { testId: null })),
      to('Quotas of the account', routeTo(quotasScreen, {})),
      number('Invitation with this number', (testInvitationId) => routeTo(invitationScreen, { testInvitationId })),
      number('Test with this number', (testId) => routeTo(testScreen, { testId })),
      number('Delivery with this number', (deliveryId) => routeTo(deliveryScreen, { deliveryId })),
    ],
    line: lineOf(''),
    index: 0,
    found: { testId, text: '', choices: [] },
  };
};

/** The choices that match the typed text: every word must occur; a number also matches the choices that take one. */
export const choicesOf = (overlay: Overlay & { kind: 'choose' }): readonly Choice[] => {
  const typed = overlay.line.text.trim().toLowerCase();
  const isNumber = /^[1-9]\d{0,14}$/.test(typed);
  const fits = ({ act, label, words = '' }: Choice): boolean => {
    if (act.type === 'number') return isNumber;
    if (act.type === 'elsewhere' && typed === '') return false;
    const text = `${label} ${words}`.toLowerCase();
    return typed.split(/\s+/).every((word) => text.includes(word));
  };
  // What the server found fits by its rules.
  return [...overlay.choices.filter(fits), ...(typed !== '' && overlay.found?.text === searchOf(overlay) ? overlay.found.choices : [])];
};

/** What the server is asked for. */
export const searchOf = (overlay: Overlay & { kind: 'choose' }): string => overlay.line.text.trim();

export type OverlayStep =
  | { readonly type: 'open'; readonly overlay: Overlay }
  | { readonly type: 'closed' }
  | { readonly type: 'command'; readonly id: string }
  | { readonly type: 'go'; readonly to: Route }
  | { readonly type: 'elsewhere'; readonly text: string };

const open = (overlay: Overlay): OverlayStep => ({ type: 'open', overlay });

const choose = (overlay: Overlay & { kind: 'choose' }, event: ScreenEvent): OverlayStep => {
  if (event.type === 'typed') return open({ ...overlay, line: typeInto(overlay.line, event.text), index: 0 });
  if (event.type === 'edit') return open({ ...overlay, line: editLine(overlay.line, event.edit), index: 0 });
  if (event.type !== 'command') return open(overlay);
  const choices = choicesOf(overlay);
  if (event.id === 'up') return open({ ...overlay, index: Math.max(0, overlay.index - 1) });
  if (event.id === 'down') return open({ ...overlay, index: Math.min(choices.length - 1, overlay.index + 1) });
  const act = choices[overlay.index]?.act;
  if (event.id !== 'pick' || act === undefined) return open(overlay);
  return act.type === 'number' ? { type: 'go', to: act.route(Number(overlay.line.text.trim())) } : act;
};

/** How many lines of help fit. */
export const helpHeight = (env: Env): number => bodyHeight(env) - 1;

/** The keys while an overlay is open. */
export const overlayKeys = (overlay: Overlay): readonly KeySet[] =>
  overlay.kind === 'choose' ? [chooseKeys] : overlay.kind === 'help' ? [helpKeys, listKeys] : [copiedKeys];

/** The overlay after an event. Help scrolls; any other key closes help and the copied text. */
export const reduceOverlay = (overlay: Overlay, event: ScreenEvent, env: Env): OverlayStep => {
  if (event.type === 'command' && event.id === 'leave') return { type: 'closed' };
  if (overlay.kind === 'choose') return choose(overlay, event);
  if (overlay.kind === 'copied' || event.type !== 'command') return { type: 'closed' };
  const height = helpHeight(env);
  const all = overlay.lines.length;
  const by: Partial<Record<string, number>> = { up: -1, down: 1, 'page-up': -height, 'page-down': height, first: -all, last: all };
  const move = by[event.id];
  if (move === undefined) return { type: 'closed' };
  return open({ ...overlay, top: Math.max(0, Math.min(all - height, overlay.top + move)) });
};
