import type { AccountQuota } from '@assay/domain';
import { Box } from 'ink';
import { type QuotaState, quotaLimitText, quotaState, quotaStateText, quotaUsedText } from '../../output/quota-text.ts';
import { oneLine } from '../../output/text.ts';
import type { Env } from '../core/screen.ts';
import { detailOf, type QuotasState, quotasHeight } from '../screens/quotas.ts';
import type { ColumnSpec } from './columns.ts';
import { Body, Lines } from './Parts.tsx';
import { type Cell, Table, windowOf } from './Table.tsx';
import type { ToneName } from './Tone.tsx';

const columns: readonly ColumnSpec[] = [
  { title: 'Quota', share: 1 },
  { title: 'Used', width: 17, align: 'right' },
  { title: 'Of', width: 24, align: 'right', from: 72 },
  { title: 'State', width: 14 },
];

const tones: Readonly<Record<QuotaState, ToneName>> = { free: 'plain', near: 'busy', reached: 'bad' };

const cellsOf = (quota: AccountQuota): Cell[] => [
  oneLine(quota.quota),
  quotaUsedText(quota),
  quotaLimitText(quota),
  { text: quotaStateText(quota), tone: tones[quotaState(quota)] },
];

export const QuotasView = ({ state, env }: { readonly state: QuotasState; readonly env: Env }) => {
  const { quotas, selection, fault } = state;
  if (quotas === null) return <Body env={env} fault={fault} reading="Reading the quotas…" />;
  const { rows, selected, top } = windowOf(quotas, selection, quotasHeight(state, env));
  const chosen = quotas[selection.index];
  return (
    <Body env={env} fault={fault}>
      <Table
        columns={columns}
        rows={rows.map((quota, place) => ({ key: top + place, cells: cellsOf(quota) }))}
        selected={selected}
        env={env}
      />
      {chosen === undefined ? null : (
        <Box flexDirection="column" flexShrink={0} marginTop={1}>
          <Lines texts={detailOf(chosen, env).meaning} tone="quiet" />
          <Lines texts={detailOf(chosen, env).advice} tone={tones[quotaState(chosen)]} />
        </Box>
      )}
    </Body>
  );
};
