import type { AccountQuota } from '@assay/domain';
import { quotaAdvice } from '../../output/quota-text.ts';
import { wrap } from '../../output/text.ts';
import type { Scope } from '../core/bindings.ts';
import { linesLeft } from '../core/dialog.ts';
import { type Env, type ScreenEvent, type ShownFault, type Step, shown, step, without } from '../core/screen.ts';
import { firstSelected, move, reselect, type Selection } from '../core/selection.ts';
import { call } from '../services/services.ts';

/** What the account may take and has taken; below the list what the selected quota counts, and what to do. */
export type QuotasState = {
  readonly screen: 'quotas';
  readonly quotas: readonly AccountQuota[] | null;
  readonly selection: Selection;
  readonly fault: ShownFault | null;
};

export const startQuotas = (): Step<QuotasState> =>
  step({ screen: 'quotas', quotas: null, selection: firstSelected, fault: null }, call('getQuotas', {}));

export const quotasScopes = (): readonly Scope[] => ['quotas', 'list', 'global'];

export const detailOf = (quota: AccountQuota, { columns }: Env): { readonly meaning: string[]; readonly advice: string[] } => ({
  meaning: wrap(quota.meaning, columns - 2),
  advice: wrap(quotaAdvice(quota), columns - 2),
});

const detailHeight = ({ quotas }: QuotasState, env: Env): number =>
  Math.max(0, ...(quotas ?? []).map((quota) => Object.values(detailOf(quota, env)).flat().length));

/** Lines of the list, beside its heading, an empty line, and the longest of what stands below. */
export const quotasHeight = (state: QuotasState, env: Env): number => Math.max(2, linesLeft(state, env, 2 + detailHeight(state, env)));

const idsOf = ({ quotas }: QuotasState): number[] => (quotas ?? []).map((_, place) => place);

export const reduceQuotas = (state: QuotasState, event: ScreenEvent, env: Env): Step<QuotasState> => {
  switch (event.type) {
    case 'refresh':
      return step(state, call('getQuotas', {}));
    case 'succeeded': {
      if (event.op !== 'getQuotas') return step(state);
      const read = { ...state, quotas: event.value, fault: without(state.fault, event.op) };
      return step({ ...read, selection: reselect(state.selection, idsOf(read), quotasHeight(read, env)) });
    }
    case 'failed':
      return step({ ...state, fault: shown(event) });
    case 'command': {
      const moved = move(state.selection, event.id, idsOf(state), quotasHeight(state, env));
      return step(moved === undefined ? state : { ...state, selection: moved });
    }
    case 'typed':
    case 'edit':
    case 'due':
      return step(state);
  }
};
