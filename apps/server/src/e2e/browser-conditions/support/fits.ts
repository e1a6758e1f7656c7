import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The page never scrolls sideways, and what is wider scrolls inside itself. */
export const expectNoSidewaysScroll = async (page: Page, screen: string): Promise<void> => {
  const { wide, view } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    view: document.documentElement.clientWidth,
  }));
  expect(wide, `${screen} is wider than the window`).toBeLessThanOrEqual(view);
};

/** What a finger cannot hit: every control that is shown and is lower or narrower than `side` CSS pixels. Links in running text are exempt. */
export const expectTargets = async (page: Page, screen: string, side: number): Promise<void> => {
  const small = await page.evaluate((least) => {
    const controls = document.querySelectorAll<HTMLElement>('button, select, label.option, textarea, input.input, a.button, dialog a');
    return [...controls].flatMap((control) => {
      const { width, height } = control.getBoundingClientRect();
      const isShown = width > 0 && height > 0 && control.checkVisibility();
      const isSmall = Math.round(height) < least || Math.round(width) < least;
      return isShown && isSmall
        ? [`${control.textContent?.trim() || control.className}: ${Math.round(width)} × ${Math.round(height)}`]
        : [];
    });
  }, side);
  expect(small, `${screen} has targets below ${side} px`).toEqual([]);
};
