import { type Access, err, formatInstant, formatUtcDateTime, ok, type Refusal, type Result, refusal, type WireAccess } from '@assay/domain';
import { match } from 'ts-pattern';

type AnyAccess = Access | { readonly state: 'inactive' };

export const wireAccess = (access: AnyAccess): WireAccess =>
  match(access)
    .returnType<WireAccess>()
    .with({ state: 'open' }, ({ state, closesAt }) => ({ state, closesAt: closesAt === null ? null : formatInstant(closesAt) }))
    .with({ state: 'not-open' }, { state: 'outside-slot' }, ({ state, opensAt }) => ({ state, opensAt: formatInstant(opensAt) }))
    .with({ state: 'closed' }, ({ state, closedAt }) => ({ state, closedAt: formatInstant(closedAt) }))
    .with({ state: 'inactive' }, (inactive) => inactive)
    .exhaustive();

/** The end of the open window, or the refusal that says why it is not open. */
export const requireOpen = (access: AnyAccess): Result<number | null, Refusal> =>
  match(access)
    .returnType<Result<number | null, Refusal>>()
    .with({ state: 'open' }, ({ closesAt }) => ok(closesAt))
    .with({ state: 'not-open' }, ({ opensAt }) => err(refusal('take.not-open', `This test opens at ${formatUtcDateTime(opensAt)} UTC`)))
    .with({ state: 'outside-slot' }, ({ opensAt }) =>
      err(refusal('take.outside-slot', `This test is closed for the day; it opens again at ${formatUtcDateTime(opensAt)} UTC`)),
    )
    .with({ state: 'closed' }, ({ closedAt }) => err(refusal('take.closed', `This test closed at ${formatUtcDateTime(closedAt)} UTC`)))
    .with({ state: 'inactive' }, () => err(refusal('take.inactive', 'This test is not active at present; ask the people who invited you')))
    .exhaustive();
