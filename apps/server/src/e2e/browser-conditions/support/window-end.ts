import type { Service } from '../../browser/support/browser.ts';
import type { Minted } from '../../browser/support/mint.ts';

/**
 * Lets the link close at the first whole second that is at least `seconds` away, and gives that instant. Who starts now has that
 * deadline, however long the page took to load before.
 */
export const closeIn = async ({ api }: Service, { testId, testLinkId }: Minted, seconds: number): Promise<number> => {
  const at = Math.ceil(Date.now() / 1000 + seconds) * 1000;
  const utc = (instant: number) => new Date(instant).toISOString().slice(0, 19);
  await api.post(`/v2/org/tests/${testId}/testlinks/${testLinkId}`, {
    testLinkName: 'Browser',
    accessTime: 1,
    timeZoneId: 190,
    startDateTime: utc(at - 3_600_000),
    endDateTime: utc(at),
  });
  return at;
};
