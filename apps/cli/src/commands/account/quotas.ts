import type { CommandResult } from '../../output/output.ts';
import { quotaLimitText, quotaStateText, quotaUsedText } from '../../output/quota-text.ts';
import { oneLine } from '../../output/text.ts';
import { atUtc } from '../../time/format-time.ts';
import type { Session } from '../common/session.ts';

export const listQuotas = async ({ out, client, call }: Session): Promise<CommandResult> => {
  const { quotas } = await client.getAccountQuotas({}, call);
  return {
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
  };
};
