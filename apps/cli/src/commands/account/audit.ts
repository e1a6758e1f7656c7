import type { AuditEntry } from '@assay/domain';
import type { CommandResult } from '../../output/output.ts';
import { oneLine } from '../../output/text.ts';
import { atUtc } from '../../time/format-time.ts';
import { collect, moreRemark, type PagingOptions } from '../common/paging.ts';
import type { CommonOptions, Session } from '../common/session.ts';

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

type Change = { readonly from: unknown; readonly to: unknown };
const isChange = (value: unknown): value is Change => typeof value === 'object' && value !== null && 'from' in value && 'to' in value;

/** `testLinkId 7, emailToStakeholder a@x.test → b@x.test` */
const detailOf = ({ data }: AuditEntry): string =>
  Object.entries(data)
    .flatMap(([name, value]) =>
      name === 'changes' && typeof value === 'object' && value !== null ? Object.entries(value) : [[name, value]],
    )
    .map(([name, value]) => `${name} ${isChange(value) ? `${valueText(value.from)} → ${valueText(value.to)}` : valueText(value)}`)
    .join(', ');

const byText = ({ keyId, keyName }: AuditEntry): string => (keyId === null ? 'the operator' : `${keyId} (${keyName ?? '?'})`);

export const listAudit = async ({ out, client, call }: Session, options: CommonOptions & PagingOptions): Promise<CommandResult> => {
  const found = await collect(options, out, async ({ limit, cursor }) => {
    const page = await client.listAudit({ limit, cursor }, call);
    return { items: page.entries, nextCursor: page.nextCursor };
  });
  return {
    json: { entries: found.items, more: found.more },
    ids: found.items.map(({ entryId }) => entryId),
    text: () =>
      found.items.length === 0
        ? 'No change has been recorded yet.'
        : out.table(
            [
              { head: 'WHEN (UTC)', cell: ({ at }) => atUtc(at), whole: true },
              { head: 'BY KEY', cell: (entry) => oneLine(byText(entry)), whole: true },
              { head: 'WHAT', cell: ({ type }) => oneLine(type), whole: true },
              { head: 'DETAIL', cell: detailOf },
            ],
            found.items,
          ),
    remark: moreRemark(found),
  };
};
