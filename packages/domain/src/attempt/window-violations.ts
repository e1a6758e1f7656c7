import type { WindowEvent } from './window-events.ts';

/** Server time of an event that a device reports: corrected by the offset of the device's clock, then clamped to the attempt. */
export const placeEvent = (claim: {
  readonly at: number;
  readonly sentAt: number | undefined;
  readonly serverTime: number;
  readonly startedAt: number;
}): number => {
  const shifted = claim.at + (claim.sentAt === undefined ? 0 : claim.serverTime - claim.sentAt);
  return Math.min(Math.max(shifted, claim.startedAt), claim.serverTime);
};

/**
 * When the window was left, oldest first: from a `left` to the next `returned`, or to the end of the attempt if there is none (the page was
 * closed, the device died).
 */
export const timesOutside = (events: readonly WindowEvent[], endedAt: number): { readonly from: number; readonly to: number }[] => {
  const inOrder = events.map(({ type, at }) => ({ step: type === 'left' ? 1 : -1, at: Math.min(at, endedAt) })).sort((a, b) => a.at - b.at);
  const outside: { from: number; to: number }[] = [];
  let leftAt: number | undefined;
  let net = 0;
  for (const [index, { step, at }] of inOrder.entries()) {
    net += step;
    // Events at one instant have no order (several may be clamped to the start), so only their sum counts.
    if (inOrder[index + 1]?.at === at) continue;
    if (net > 0) leftAt ??= at;
    else if (net < 0 && leftAt !== undefined) {
      outside.push({ from: leftAt, to: at });
      leftAt = undefined;
    }
    net = 0;
  }
  if (leftAt !== undefined) outside.push({ from: leftAt, to: endedAt });
  return outside;
};

/** `wv`: how often the window was left; every `left` counts. `tv`: whole seconds outside. */
export const windowViolations = (events: readonly WindowEvent[], endedAt: number): { wv: number; tv: number } => {
  const outside = timesOutside(events, endedAt).reduce((total, { from, to }) => total + to - from, 0);
  return { wv: events.filter((event) => event.type === 'left').length, tv: Math.round(outside / 1000) };
};
