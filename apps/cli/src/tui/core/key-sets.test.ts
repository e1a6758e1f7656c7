import { describe, expect, it } from 'vitest';
import { bindingsIn, formKeys, globalKeys, keySet, listKeys, pagesKeys, searchKeys } from './key-sets.ts';
import { eventOf, pressesOf } from './keys.ts';

describe('the keys', () => {
  it('keys that arrive as one text are split into presses, also those with ctrl', () => {
    // What Ink says of a piece that is more than one key.
    const none = {} as Parameters<typeof pressesOf>[1];
    const presses = pressesOf('é\u0015a b\u0013\r', none);
    expect(presses.map(({ key }) => key)).toEqual(['é', 'ctrl-u', 'a', 'space', 'b', 'ctrl-s', 'enter']);
    const events = presses.map(({ key, input }) => eventOf([formKeys], key, input));
    expect(events[1]).toEqual({ type: 'edit', edit: 'clear' });
    expect(events[5]).toEqual({ type: 'command', id: 'save' });
  });

  it('an earlier set wins over a later one', () => {
    const active = [keySet({ pick: { keys: ['enter'], help: 'Take the marked one' } }), formKeys];
    expect(eventOf(active, 'enter', '')).toEqual({ type: 'command', id: 'pick' });
    expect(eventOf([formKeys], 'enter', '')).toEqual({ type: 'command', id: 'enter-field' });
    const help = bindingsIn(active).filter((binding) => binding.keys.includes('enter'));
    expect(help.map(({ id }) => id)).toEqual(['pick']);
  });

  it('in a text field letters are text and not commands', () => {
    expect(eventOf([searchKeys], 'q', 'q')).toEqual({ type: 'typed', text: 'q' });
    expect(eventOf([searchKeys], 'space', ' ')).toEqual({ type: 'typed', text: ' ' });
    expect(eventOf([searchKeys], 'backspace', '')).toEqual({ type: 'edit', edit: 'erase' });
    const list = [listKeys, pagesKeys, globalKeys];
    expect(eventOf(list, 'q', 'q')).toEqual({ type: 'command', id: 'quit' });
    expect(eventOf(list, 'y', 'y')).toBeUndefined();
  });
});
