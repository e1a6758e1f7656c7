import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { actionOf, focusOf, type KeyAction } from './keys.ts';
import { dir } from './language.ts';
import { recall, remember } from './running/remembered.ts';

/** Whether keys work without Alt. They can be switched off, as speech input and tremor press single keys by accident (WCAG 2.1.4). */
export const singleKeys = signal(recall('single-keys') !== 'off');

export const setSingleKeys = (on: boolean): void => {
  singleKeys.value = on;
  remember('single-keys', on ? 'on' : 'off');
};

/** Calls `act` for the page's keys while no dialog is open. Where it returns false the browser handles the key. */
export const useKeys = (act: (action: KeyAction) => boolean): void => {
  const latest = useRef(act);
  latest.current = act;
  // With the screen itself: a key pressed as soon as it is seen counts.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]') !== null) return;
      const action = actionOf(event, focusOf(document.activeElement), dir(), singleKeys.value);
      if (action !== null && latest.current(action)) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
};
