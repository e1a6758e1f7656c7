import type { AccountQuota } from '@assay/domain';
import { Box } from 'ink';
import { type QuotaState, quotaAdvice, quotaLimitText, quotaState, quotaStateText, quotaUsedText } from '../../output/quota-text.ts';
import { oneLine, wrap } from '../../output/text.ts';
import { linesLeft } from '../core/dialog.ts';
import { globalKeys, type IdOf, keySet, listKeys } from '../core/key-sets.ts';
import { defineScreen, type Env, orFault, type ScreenEvent, type ShownFault, type Step, step, without } from '../core/screen.ts';
import { firstSelected, move, reselect, type Selection } from '../core/selection.ts';
import type { ColumnSpec } from '../parts/columns.ts';
import { Body, Lines } from '../parts/Parts.tsx';
import { type Cell, Table, windowOf } from '../parts/Table.tsx';
import type { ToneName } from '../parts/Tone.tsx';
import { call } from '../services/services.ts';

const keys = keySet({
  up: { keys: ['up', 'k'], help: 'Quota above' },
  down: { keys: ['down', 'j'], hint: 'next quota', help: 'Quota below' },
});
type Id = IdOf<typeof keys>;

/** What the account may take and has taken; below the list what the selected quota counts, and what to do. */
type QuotasState = {
  readonly quotas: readonly AccountQuota[] | null;
  readonly selection: Selection;
  readonly fault: ShownFault | null;
};

const start = (): Step<QuotasState> => step({ quotas: null, selection: firstSelected, fault: null }, call('getAccountQuotas', {}));

export const detailOf = (quota: AccountQuota, { columns }: Env): { readonly meaning: string[]; readonly advice: string[] } => ({
  meaning: wrap(quota.meaning, columns - 2),
  advice: wrap(quotaAdvice(quota), columns - 2),
});

const detailHeight = ({ quotas }: QuotasState, env: Env): number =>
  Math.max(0, ...(quotas ?? []).map((quota) => Object.values(detailOf(quota, env)).flat().length));

/** Lines of the list, beside its heading, an empty line, and the longest of what stands below. */
export const quotasHeight = (state: QuotasState, env: Env): number => Math.max(2, linesLeft(state, env, 2 + detailHeight(state, env)));

const idsOf = ({ quotas }: QuotasState): number[] => (quotas ?? []).map((_, place) => place);

const reduce = (state: QuotasState, event: ScreenEvent<Id>, env: Env): Step<QuotasState> => {
  switch (event.type) {
    case 'refresh':
      return step(state, call('getAccountQuotas', {}));
    case 'succeeded': {
      if (event.op !== 'getAccountQuotas') return step(state);
      const read = { ...state, quotas: event.value.quotas, fault: without(state.fault, event.op) };
      return step({ ...read, selection: reselect(state.selection, idsOf(read), quotasHeight(read, env)) });
    }
    case 'command': {
      const moved = move(state.selection, event.id, idsOf(state), quotasHeight(state, env));
      return step(moved === undefined ? state : { ...state, selection: moved });
    }
    default:
      return orFault(state, event);
  }
};

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

const View = ({ state, env }: { readonly state: QuotasState; readonly env: Env }) => {
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

export const quotasScreen = defineScreen({
  title: () => 'Quotas of the account',
  keys,
  active: () => [keys, listKeys, globalKeys],
  start,
  reduce,
  View,
});
