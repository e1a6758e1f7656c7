import { quotaLimitText, quotaStateText, quotaUsedText } from '../../output/quota-text.ts';
import { oneLine } from '../../output/text.ts';
import type { Context } from '../../support/context.ts';
import { atUtc } from '../../time/format-time.ts';
import { type CommonOptions, openSession } from '../common/session.ts';

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
          { head: 'LIMIT', cell: quotaLimitText, whole: true },
          { head: 'USED', cell: quotaUsedText, whole: true },
          { head: 'BEGINS ANEW', cell: ({ resetsAt }) => atUtc(resetsAt), whole: true },
          { head: 'STATE', cell: quotaStateText },
        ],
        quotas,
      ),
  });
};
