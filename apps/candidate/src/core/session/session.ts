import type { Browser } from '../browser.ts';

const item = 'assay.session';

const guarded = <Value>(use: () => Value): Value | undefined => {
  try {
    return use();
  } catch {
    // Storage that is full or forbidden: the tab then is a new session after a reload, which takes over from itself.
    return undefined;
  }
};

/**
 * The id of this tab, the same after a reload. It is in sessionStorage only between `pagehide` and the next load: a duplicated tab
 * gets a copy of sessionStorage, and two tabs with one id could not be distinguished.
 */
export const claimSession = ({ sessionStorage, randomId, listen }: Pick<Browser, 'sessionStorage' | 'randomId' | 'listen'>): string => {
  const sessionId = guarded(() => sessionStorage?.getItem(item)) ?? randomId();
  const remove = () => guarded(() => sessionStorage?.removeItem(item));
  remove();
  listen('pagehide', () => guarded(() => sessionStorage?.setItem(item, sessionId)));
  listen('pageshow', remove);
  return sessionId;
};
