import type { Host, Minted } from './mint.ts';

const hour = 3_600_000;

/** Lets the link be open between two instants (ms since 1970, whole seconds). */
const setWindow = async ({ api }: Host, { testId, testLinkId }: Minted, opensAt: number, closesAt: number): Promise<void> => {
  const utc = (instant: number) => new Date(instant).toISOString().slice(0, 19);
  await api.post(`/v2/org/tests/${testId}/testlinks/${testLinkId}`, {
    testLinkName: 'Browser',
    accessTime: 1,
    timeZoneId: 190,
    startDateTime: utc(opensAt),
    endDateTime: utc(closesAt),
  });
};

const inWholeSeconds = (seconds: number): number => Math.ceil(Date.now() / 1000 + seconds) * 1000;

/** Lets a link that opens later be open already, for an hour. */
export const openNow = (service: Host, minted: Minted): Promise<void> =>
  setWindow(service, minted, inWholeSeconds(-60), inWholeSeconds(3600));

/**
 * Lets the link close at the first whole second that is at least `seconds` away, and gives that instant. Who starts now has that
 * deadline, however long the page took to load before.
 */
export const closeIn = async (service: Host, minted: Minted, seconds: number): Promise<number> => {
  const at = inWholeSeconds(seconds);
  await setWindow(service, minted, at - hour, at);
  return at;
};
