import { describe, expect, it } from 'vitest';
import { actionOf, type KeyPress } from './keys.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  repeat: false,
  ...more,
});

describe('keys', () => {
  it('work alone while the focus is not in a text field', () => {
    expect(actionOf(press('n'), 'other', 'ltr', true)).toBe('next');
    expect(actionOf(press('3'), 'choice', 'ltr', true)).toEqual({ pick: 2 });
    expect(actionOf(press('?'), 'other', 'ltr', true)).toBe('help');
    expect(actionOf(press('x'), 'other', 'ltr', true)).toBeNull();
  });

  it('are text in a text field, except with Alt', () => {
    expect(actionOf(press('n'), 'text', 'ltr', true)).toBeNull();
    expect(actionOf(press('˜', { code: 'KeyN', altKey: true }), 'text', 'ltr', true)).toBe('next');
    expect(actionOf(press('¿', { code: 'Slash', altKey: true }), 'text', 'ltr', true)).toBe('help');
  });

  it('work on keyboards of other scripts', () => {
    expect(actionOf(press('ى', { code: 'KeyN' }), 'other', 'rtl', true)).toBe('next');
    expect(actionOf(press('١', { code: 'Digit1' }), 'other', 'rtl', true)).toEqual({ pick: 0 });
  });

  it('follow the writing direction with arrows, and leave them to radio buttons', () => {
    expect(actionOf(press('ArrowRight'), 'other', 'ltr', true)).toBe('next');
    expect(actionOf(press('ArrowRight'), 'other', 'rtl', true)).toBe('previous');
    expect(actionOf(press('ArrowRight'), 'choice', 'ltr', true)).toBeNull();
  });

  it('leave keys of the browser alone', () => {
    expect(actionOf(press('f', { ctrlKey: true }), 'other', 'ltr', true)).toBeNull();
    expect(actionOf(press('s', { metaKey: true }), 'other', 'ltr', true)).toBeNull();
    expect(actionOf(press('ArrowLeft', { altKey: true }), 'other', 'ltr', true)).toBeNull();
  });

  it('act once however long they are held', () => {
    expect(actionOf(press('n', { repeat: true }), 'other', 'ltr', true)).toBeNull();
  });

  it('need Alt once single keys are switched off', () => {
    expect(actionOf(press('n'), 'other', 'ltr', false)).toBeNull();
    expect(actionOf(press('n', { code: 'KeyN', altKey: true }), 'other', 'ltr', false)).toBe('next');
  });
});
