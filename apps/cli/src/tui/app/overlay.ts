import { type Binding, bindings, bindingsIn, type CommandId, keyLabel, type Scope } from '../core/bindings.ts';
import { editLine, type LineInput, lineOf, typeInto } from '../core/line-input.ts';
import type { Route } from '../core/routes.ts';
import { bodyHeight, type Env, type ScreenEvent } from '../core/screen.ts';

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
  | { readonly type: 'command'; readonly id: CommandId }
  | { readonly type: 'go'; readonly to: Route }
  /** A command of another screen: it is found, and the notice says where it is. */
  | { readonly type: 'elsewhere'; readonly text: string }
  | { readonly type: 'number'; readonly screen: 'test' | 'invitation' | 'delivery' };

const hiddenScopes: ReadonlySet<Scope> = new Set(['list']);

/** The screens whose commands the palette finds from everywhere. */
const places = {
  tests: 'in the list of tests',
  test: 'on a test',
  link: 'on a test link',
  invitations: 'in the list of invitations',
  invitation: 'on an invitation',
  report: 'on a report',
  code: 'on the programs of a report',
  answers: 'on the answers of a report',
  comparison: 'on candidates side by side',
  statistics: 'on the statistics of a test',
  deliveries: 'in the list of deliveries',
  delivery: 'on a delivery',
} as const satisfies Partial<Record<Scope, string>>;

/** The commands of a test that need nothing but the test. */
const routesOf = (testId: number): Partial<Record<CommandId, Route>> => ({
  invitations: { screen: 'invitations', testId },
  'new-link': { screen: 'link-form', testId, link: null },
  register: { screen: 'register', testId, testLinkId: null },
  import: { screen: 'import', testId, testLinkId: null },
  deliveries: { screen: 'deliveries', testId },
  statistics: { screen: 'statistics', testId },
});

/** Every command once: those of the screen, then the global ones, then those of other screens. */
export const paletteOf = (offered: readonly Binding[], testId: number | null): Overlay => {
  const ids = new Set<CommandId>(['palette']);
  const add = (choice: (binding: Binding) => Choice | undefined) => (binding: Binding) => {
    const made = ids.has(binding.id) ? undefined : choice(binding);
    if (made === undefined) return [];
    ids.add(binding.id);
    return [made];
  };
  const own = offered
    .filter(({ scope }) => !hiddenScopes.has(scope))
    .flatMap(add(({ id, help, keys }) => ({ label: help, keys, words: id, act: { type: 'command', id } })));
  const routes = testId === null ? {} : routesOf(testId);
  const ofTest = bindingsIn(['test']).flatMap(
    add(({ id, help }) => {
      const to = routes[id];
      return to === undefined ? undefined : { label: help, keys: [], words: id, act: { type: 'go', to } };
    }),
  );
  const elsewhere = Object.entries(places).flatMap(([scope, place]) =>
    bindings
      .filter((binding) => binding.scope === scope && !['up', 'down', 'open'].includes(binding.id))
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
  const number = (label: string, screen: 'test' | 'invitation' | 'delivery'): Choice => ({
    label,
    keys: [],
    act: { type: 'number', screen },
  });
  return {
    kind: 'choose',
    title: 'Go to',
    hint: testId === null ? 'the name of a test, or a number' : 'a test, a candidate of this one, or a number',
    choices: [
      to('Tests', { screen: 'tests' }),
      ...(testId === null
        ? []
        : [
            to('This test', { screen: 'test', testId }),
            to('Invitations of this test', { screen: 'invitations', testId }),
            to('Answers to grade, of this test', { screen: 'review', testId }),
            to('Deliveries of this test', { screen: 'deliveries', testId }),
          ]),
      to('Answers to grade', { screen: 'review', testId: null }),
      to('Deliveries of all tests', { screen: 'deliveries', testId: null }),
      to('Quotas of the account', { screen: 'quotas' }),
      number('Invitation with this number', 'invitation'),
      number('Test with this number', 'test'),
      number('Delivery with this number', 'delivery'),
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

const routeTo = (screen: 'test' | 'invitation' | 'delivery', id: number): Route =>
  screen === 'test' ? { screen, testId: id } : screen === 'invitation' ? { screen, testInvitationId: id } : { screen, deliveryId: id };

export type OverlayStep =
  | { readonly type: 'open'; readonly overlay: Overlay }
  | { readonly type: 'closed' }
  | { readonly type: 'command'; readonly id: CommandId }
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
  return act.type === 'number' ? { type: 'go', to: routeTo(act.screen, Number(overlay.line.text.trim())) } : act;
};

/** How many lines of help fit. */
export const helpHeight = (env: Env): number => bodyHeight(env) - 1;

/** The active key scopes while an overlay is open. */
export const overlayScopes = (overlay: Overlay): readonly Scope[] =>
  overlay.kind === 'choose' ? ['overlay'] : overlay.kind === 'help' ? ['help', 'list'] : ['copied'];

/** The overlay after an event. Help scrolls; any other key closes help and the copied text. */
export const reduceOverlay = (overlay: Overlay, event: ScreenEvent, env: Env): OverlayStep => {
  if (event.type === 'command' && event.id === 'leave') return { type: 'closed' };
  if (overlay.kind === 'choose') return choose(overlay, event);
  if (overlay.kind === 'copied' || event.type !== 'command') return { type: 'closed' };
  const height = helpHeight(env);
  const all = overlay.lines.length;
  const by: Partial<Record<CommandId, number>> = { up: -1, down: 1, 'page-up': -height, 'page-down': height, first: -all, last: all };
  const move = by[event.id];
  if (move === undefined) return { type: 'closed' };
  return open({ ...overlay, top: Math.max(0, Math.min(all - height, overlay.top + move)) });
};
