import type { BrowserContext, Page } from 'playwright-core';

declare global {
  /** Sets the device's clock, in ms against the true time. */
  var setDeviceClock: (ms: number) => void;
}

/** Every page of the context gets a device clock that is `ms` off. Time since the page was opened (`performance.now()`) stays true. */
export const openWithClock = async (context: BrowserContext, ms: number): Promise<void> => {
  await context.addInitScript((given) => {
    const TrueDate = Date;
    let off = given;
    globalThis.setDeviceClock = (to) => {
      off = to;
    };
    const now = () => TrueDate.now() + off;
    globalThis.Date = new Proxy(TrueDate, {
      construct: (target, parts, made) => Reflect.construct(target, parts.length === 0 ? [now()] : parts, made),
      get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    });
  }, ms);
};

/** Somebody sets the clock, or the network does. */
export const setClock = (page: Page, ms: number): Promise<void> => page.evaluate((to) => globalThis.setDeviceClock(to), ms);
