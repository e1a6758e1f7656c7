import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { actionOf, focusOf, type KeyAction } from './keys.ts';
import { dir } from './language.ts';
import { recall, remember } from './remembered.ts';

/** Whether keys work without Alt: speech input and shaky hands press single keys by accident, so they can be switched off. */
export const singleKeys = signal(recall('single-keys') !== 'off');

export const setSingleKeys = (on: boolean): void => {
  singleKeys.value = on;
  remember('single-keys', on ? 'on' : 'off');
};

/** Runs `act` for the page's keys while no dialog is open. `act` tells whether it did something: else the key stays the browser's. */
export const useKeys = (act: (action: KeyAction) => boolean): void => {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]') !== null) return;
      const action = actionOf(event, focusOf(document.activeElement), dir(), singleKeys.value);
      if (action !== null && latest.current(action)) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
};
