import { useState } from 'preact/hooks';

const fromHash = (total: number): number => {
  const number = Number(/^#q(\d{1,5})$/.exec(location.hash)?.[1] ?? 1);
  return Math.min(Math.max(number, 1), Math.max(total, 1)) - 1;
};

/** The index of the question shown, and a function that goes to another. It is in the address, so that a reload returns to it. */
export const usePlace = (total: number): readonly [index: number, go: (index: number) => void] => {
  const [index, setIndex] = useState(() => fromHash(total));
  const go = (to: number) => {
    if (to < 0 || to >= total) return;
    setIndex(to);
    history.replaceState(history.state, '', `#q${to + 1}`);
  };
  return [Math.min(index, Math.max(total - 1, 0)), go];
};
