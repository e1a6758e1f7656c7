import { signal } from '@preact/signals';
import { recall, remember } from '../../running/remembered.ts';

/** Sizes of the text in the editor; code.css has a class for each. */
const largest = 6;
const usual = 2;

const remembered = Number(recall('code-size') ?? usual);

export const fontSize = signal(Number.isInteger(remembered) && remembered >= 0 && remembered <= largest ? remembered : usual);

export const canResize = (by: 1 | -1): boolean => fontSize.value + by >= 0 && fontSize.value + by <= largest;

export const resize = (by: 1 | -1): void => {
  if (!canResize(by)) return;
  fontSize.value += by;
  remember('code-size', String(fontSize.value));
};
