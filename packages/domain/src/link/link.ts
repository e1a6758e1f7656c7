import { match } from 'ts-pattern';
import type { AccessWindow } from './access-window.ts';

/** testLinkStatus (api-v2.md §3.2). */
export const linkStatus = { active: 1, inactive: 3 } as const;
export type LinkStatus = (typeof linkStatus)[keyof typeof linkStatus];

/** accessTime (api-v2.md §2.3). */
export const accessTime = { anytime: 0, timeBound: 1, slotWise: 2 } as const;
export type AccessTime = (typeof accessTime)[keyof typeof accessTime];

export type TestLinkState = { readonly status: 'active' } | { readonly status: 'inactive' };
export type TestLinkCommand = { readonly type: 'activate' } | { readonly type: 'deactivate' };
export type TestLinkEvent = { readonly type: 'link.activated' } | { readonly type: 'link.deactivated' } | { readonly type: 'link.kept' };

/** Every move between 1 and 3 is allowed (api-v2.md §3.2); a move to the state it is in changes nothing. */
export const decideLink = (state: TestLinkState, command: TestLinkCommand): TestLinkEvent =>
  match([state, command] as const)
    .returnType<TestLinkEvent>()
    .with([{ status: 'active' }, { type: 'deactivate' }], () => ({ type: 'link.deactivated' }))
    .with([{ status: 'inactive' }, { type: 'activate' }], () => ({ type: 'link.activated' }))
    .with([{ status: 'active' }, { type: 'activate' }], [{ status: 'inactive' }, { type: 'deactivate' }], () => ({ type: 'link.kept' }))
    .exhaustive();

export const evolveLink = (state: TestLinkState, event: TestLinkEvent): TestLinkState =>
  match(event)
    .returnType<TestLinkState>()
    .with({ type: 'link.activated' }, () => ({ status: 'active' }))
    .with({ type: 'link.deactivated' }, () => ({ status: 'inactive' }))
    .with({ type: 'link.kept' }, () => state)
    .exhaustive();

export const linkState = (status: LinkStatus): TestLinkState => ({ status: status === linkStatus.active ? 'active' : 'inactive' });
export const linkStatusOf = (state: TestLinkState): LinkStatus => linkStatus[state.status];
export const linkCommand = (wanted: LinkStatus): TestLinkCommand => ({ type: wanted === linkStatus.active ? 'activate' : 'deactivate' });

/** The access window of a link as it is stored. A bounded link without dates cannot be stored: that is a bug, not a refusal. */
export const accessWindowOf = (link: { accessTime: AccessTime; startsAt: number | null; endsAt: number | null }): AccessWindow => {
  if (link.accessTime === accessTime.anytime) return { mode: 'anytime' };
  if (link.startsAt === null || link.endsAt === null) throw new Error('a bounded test link has no dates');
  return { mode: link.accessTime === accessTime.timeBound ? 'time-bound' : 'slot-wise', start: link.startsAt, end: link.endsAt };
};
