import type { Browser } from './browser.ts';

export type Pulse = { readonly beat: () => void; readonly dispose: () => void };

/** Calls `run` at once on `beat()` and again after as many ms as it returned, until disposed. */
export const createPulse = (browser: Pick<Browser, 'setTimeout' | 'clearTimeout'>, run: () => number): Pulse => {
  let timer: number | undefined;
  let disposed = false;
  let beating = false;
  const beat = () => {
    // What `run` does may ask for a beat itself.
    if (disposed || beating) return;
    beating = true;
    browser.clearTimeout(timer);
    const ms = run();
    beating = false;
    if (!disposed) timer = browser.setTimeout(beat, ms);
  };
  return {
    beat,
    dispose: () => {
      disposed = true;
      browser.clearTimeout(timer);
    },
  };
};
