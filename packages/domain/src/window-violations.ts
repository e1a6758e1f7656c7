/** A report from the candidate's page that the test window was left or returned to. `at`: server time, milliseconds since 1970. */
export type WindowEvent = { readonly type: 'left' | 'returned'; readonly at: number };

/** Bounds a device's clock claim: shifted by what the device's clock is off, then kept inside the attempt. */
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
 * `wv`: how often the window was left. `tv`: whole seconds outside. Every `left` counts; the time outside runs from a `left` to the
 * next `returned`, and to the end of the attempt when that never came (the page was closed, the device died).
 */
export const windowViolations = (events: readonly WindowEvent[], endedAt: number): { wv: number; tv: number } => {
  const inOrder = events
    .map((event) => ({ ...event, at: Math.min(event.at, endedAt) }))
    .sort((a, b) => a.at - b.at || (a.type === b.type ? 0 : a.type === 'left' ? -1 : 1));
  let outside = 0;
  let leftAt: number | undefined;
  for (const event of inOrder) {
    if (event.type === 'left') leftAt ??= event.at;
    else if (leftAt !== undefined) {
      outside += event.at - leftAt;
      leftAt = undefined;
    }
  }
  if (leftAt !== undefined) outside += endedAt - leftAt;
  return { wv: events.filter((event) => event.type === 'left').length, tv: Math.round(outside / 1000) };
};
