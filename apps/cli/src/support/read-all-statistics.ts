import type { Client } from '@assay/client';
import type { TestStatistics } from '@assay/domain';

/** The statistics of all attempts. A request counts some thousand; the server keeps them, so the next one goes on. */
export const readAllStatistics = async (
  client: Client,
  testId: number,
  call: { readonly signal: AbortSignal },
): Promise<TestStatistics> => {
  for (;;) {
    const statistics = await client.getTestStatistics({ testId }, call);
    if (statistics.isComplete) return statistics;
  }
};
