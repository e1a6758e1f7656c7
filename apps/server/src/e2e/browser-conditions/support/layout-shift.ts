import type { BrowserContext, Page } from 'playwright-core';

declare global {
  /** Of each shift: its size, and what moved. */
  var layoutShifts: (readonly [value: number, moved: string])[];
}

/** From now on the pages of the context note what moves without the candidate's doing. */
export const noteLayoutShifts = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    type Shift = PerformanceEntry & {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources: readonly { readonly node: Node | null }[];
    };
    globalThis.layoutShifts = [];
    const isShift = (entry: PerformanceEntry): entry is Shift => entry.entryType === 'layout-shift';
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries().filter(isShift)) {
        const moved = sources.map(({ node }) => (node instanceof Element ? `${node.tagName}.${node.className}` : String(node?.nodeName)));
        if (!hadRecentInput) globalThis.layoutShifts.push([value, moved.join(', ')]);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });

/** The shifts of the page since it was loaded. */
export const layoutShiftsOf = async (page: Page): Promise<typeof globalThis.layoutShifts> => {
  // What was painted last is told after the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return page.evaluate(() => globalThis.layoutShifts);
};
