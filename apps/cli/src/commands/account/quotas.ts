import type { AccountQuota } from '@assay/domain';
import { oneLine } from '../../output/text.ts';
import type { Context } from '../../support/context.ts';
import { atUtc } from '../../time/format-time.ts';
import { type CommonOptions, openSession } from '../common/session.ts';

const limitText = ({ limit, window }: AccountQuota): string =>
  limit === null ? 'no limit' : `${limit} ${window === 'day' ? 'a day' : 'at once'}`;

/** What is near its limit, so that nobody learns it from a refusal. */
const stateOf = ({ limit, used }: AccountQuota): string =>
  limit === null || used === null || used < 0.8 * limit ? '' : used >= limit ? 'reached' : 'near the limit';

export const listQuotas = async (context: Context, options: CommonOptions): Promise<void> => {
  const { out, client, call } = await openSession(context, options);
  const { quotas } = await client.getAccountQuotas({}, call);
  out.print({
    json: quotas,
    ids: quotas.map(({ quota }) => quota),
    text: () =>
      out.table(
        [
          { head: 'QUOTA', cell: ({ quota }) => oneLine(quota), whole: true },
          { head: 'LIMIT', cell: limitText, whole: true },
          { head: 'USED', cell: ({ used }) => String(used ?? '-'), whole: true },
          { head: 'BEGINS ANEW', cell: ({ resetsAt }) => (resetsAt === null ? '-' : atUtc(resetsAt)), whole: true },
          { head: 'STATE', cell: stateOf },
        ],
        quotas,
      ),
  });
};
