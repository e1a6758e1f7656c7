import { describe, expect, it } from 'vitest';
import { bindings, bindingsIn, type Scope, scopes, textScopes } from './bindings.ts';
import { eventOf, pressesOf } from './keys.ts';

describe('the keys', () => {
  it('each scope has bindings, and no key twice', () => {
    for (const scope of scopes) {
      const keys = bindings.filter((binding) => binding.scope === scope).flatMap((binding) => binding.keys);
      expect(keys.length, scope).toBeGreaterThan(0);
      expect(new Set(keys).size, scope).toBe(keys.length);
    }
  });

  it('no screen binds a global key, except those for going back', () => {
    const everywhere = new Set(['q', '?', 'g', ':', 'r', 'esc', 'backspace']);
    const screens = scopes.filter(
      (scope) => !textScopes.has(scope) && !['dialog', 'help', 'copied', 'global', 'preview', 'sending', 'searched'].includes(scope),
    );
    for (const scope of screens)
      for (const binding of bindings.filter((one) => one.scope === scope))
        expect(
          binding.keys.filter((key) => everywhere.has(key)),
          `${scope} ${binding.id}`,
        ).toEqual([]);
  });

  it('keys that arrive as one text are split into presses, also those with ctrl', () => {
    // What Ink says of a piece that is more than one key.
    const none = {} as Parameters<typeof pressesOf>[1];
    const presses = pressesOf('é\u0015a b\u0013\r', none);
    expect(presses.map(({ key }) => key)).toEqual(['é', 'ctrl-u', 'a', 'space', 'b', 'ctrl-s', 'enter']);
    const events = presses.map(({ key, input }) => eventOf(['form'], key, input));
    expect(events[1]).toEqual({ type: 'edit', edit: 'clear' });
    expect(events[5]).toEqual({ type: 'command', id: 'save' });
  });

  it('an earlier scope wins over a later one', () => {
    const active: readonly Scope[] = ['zone', 'form'];
    expect(eventOf(active, 'enter', '')).toEqual({ type: 'command', id: 'pick' });
    expect(eventOf(['form'], 'enter', '')).toEqual({ type: 'command', id: 'enter-field' });
    const help = bindingsIn(active).filter((binding) => binding.keys.includes('enter'));
    expect(help.map(({ id }) => id)).toEqual(['pick']);
  });

  it('in a text field letters are text and not commands', () => {
    expect(eventOf(['search'], 'q', 'q')).toEqual({ type: 'typed', text: 'q' });
    expect(eventOf(['search'], 'space', ' ')).toEqual({ type: 'typed', text: ' ' });
    expect(eventOf(['search'], 'backspace', '')).toEqual({ type: 'edit', edit: 'erase' });
    expect(eventOf(['tests', 'list', 'pages', 'global'], 'q', 'q')).toEqual({ type: 'command', id: 'quit' });
    expect(eventOf(['tests', 'list', 'pages', 'global'], 'y', 'y')).toBeUndefined();
  });
});
