// Storage throws where the browser blocks it; the choice then lasts as long as the page.
const attempt = <Value>(run: () => Value): Value | null => {
  try {
    return run();
  } catch {
    return null;
  }
};

/** A remembered preference of this browser's user; null if there is none or storage is blocked. */
export const recall = (name: string): string | null => attempt(() => localStorage.getItem(`assay-${name}`));

export const remember = (name: string, value: string): void => {
  attempt(() => localStorage.setItem(`assay-${name}`, value));
};
