import type { Browser } from './browser.ts';

const item = 'assay.session';

export type Session = {
  readonly sessionId: string;
  /** Ends the keeping for the next load of this tab. */
  readonly dispose: () => void;
};

type Deps = Pick<Browser, 'sessionStorage' | 'randomId' | 'listen'>;

const guarded = <Value>(use: () => Value): Value | undefined => {
  try {
    return use();
  } catch {
    // Storage that is full or forbidden: the tab then is a new session after a reload, which takes over from itself.
    return undefined;
  }
};

/**
 * The id of this tab, the same after a reload. It lies in sessionStorage only between `pagehide` and the next load: a duplicated tab
 * gets a copy of sessionStorage, and two tabs of one id could not be told apart.
 */
export const claimSession = ({ sessionStorage, randomId, listen }: Deps): Session => {
  const sessionId = guarded(() => sessionStorage?.getItem(item)) ?? randomId();
  const takeOut = () => guarded(() => sessionStorage?.removeItem(item));
  takeOut();
  const ends = [listen('pagehide', () => guarded(() => sessionStorage?.setItem(item, sessionId))), listen('pageshow', takeOut)];
  return {
    sessionId,
    dispose: () => {
      for (const end of ends) end();
    },
  };
};
