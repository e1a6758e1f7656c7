import type { BrowserContext, Page } from 'playwright-core';

/**
 * From now on the page loses the focus when another comes in front of it, as for a person; by default no page ever does. For the
 * document that is open: the first address of a tab makes a new one.
 */
export const useRealFocus = async (context: BrowserContext, page: Page): Promise<void> => {
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: false });
};

/** Headless windows are never hidden: the browser's word for it, without the browser. */
export const setHidden = (page: Page, hidden: boolean): Promise<void> =>
  page.evaluate((on) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => (on ? 'hidden' : 'visible') });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
