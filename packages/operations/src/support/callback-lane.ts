/** With a prefix, because a host may be called `mail`. */
export const callbackLane = (url: string): string => `callback ${new URL(url).host}`;
