import { type Binding, bindingsIn, type CommandId, type Scope } from '../core/bindings.ts';
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
      readonly choices: readonly Choice[];
      readonly line: LineInput;
      readonly index: number;
    };

/** A line to choose. `number`: the line opens the test, invitation or delivery with the typed number. */
export type Choice = { readonly label: string; readonly keys: readonly string[]; readonly act: ChoiceAct };
export type ChoiceAct =
  | { readonly type: 'command'; readonly id: CommandId }
  | { readonly type: 'go'; readonly to: Route }
  | { readonly type: 'number'; readonly screen: 'test' | 'invitation' | 'delivery' };

const hiddenScopes: ReadonlySet<Scope> = new Set(['list']);

/** Every command once, those of the screen before the global ones. */
export const paletteOf = (scopes: readonly Scope[]): Overlay => {
  const ids = new Set<CommandId>(['palette']);
  const choices = bindingsIn(scopes.filter((scope) => !hiddenScopes.has(scope))).flatMap(({ id, help, keys }): Choice[] => {
    if (ids.has(id)) return [];
    ids.add(id);
    return [{ label: help, keys, act: { type: 'command', id } }];
  });
  return { kind: 'choose', title: 'Commands', choices, line: lineOf(''), index: 0 };
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
    title: 'Go to (a name, or a number)',
    choices: [
      to('Tests', { screen: 'tests' }),
      ...(testId === null
        ? []
        : [
            to('This test', { screen: 'test', testId }),
            to('Invitations of this test', { screen: 'invitations', testId }),
            to('Deliveries of this test', { screen: 'deliveries', testId }),
          ]),
      to('Deliveries of all tests', { screen: 'deliveries', testId: null }),
      number('Invitation with this number', 'invitation'),
      number('Test with this number', 'test'),
      number('Delivery with this number', 'delivery'),
    ],
    line: lineOf(''),
    index: 0,
  };
};

/** The choices that match the typed text: every word must occur; a number also matches the choices that take one. */
export const choicesOf = (overlay: Overlay & { kind: 'choose' }): readonly Choice[] => {
  const typed = overlay.line.text.trim().toLowerCase();
  const isNumber = /^[1-9]\d{0,14}$/.test(typed);
  return overlay.choices.filter((choice) =>
    choice.act.type === 'number' ? isNumber : typed.split(/\s+/).every((word) => choice.label.toLowerCase().includes(word)),
  );
};

const routeTo = (screen: 'test' | 'invitation' | 'delivery', id: number): Route =>
  screen === 'test' ? { screen, testId: id } : screen === 'invitation' ? { screen, testInvitationId: id } : { screen, deliveryId: id };

export type OverlayStep =
  | { readonly type: 'open'; readonly overlay: Overlay }
  | { readonly type: 'closed' }
  | { readonly type: 'command'; readonly id: CommandId }
  | { readonly type: 'go'; readonly to: Route };

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
