import { match, P } from 'ts-pattern';
import type { InvitationOrigin, InvitationStatus } from './invitation-status.ts';

/** What a row of a bulk invitation comes to. `cancelled`: it was cancelled before and stays so; `invalid`: it was refused. */
export const inviteOutcomes = ['invited', 'already-invited', 'cancelled', 'revived', 'invalid'] as const;
export type InviteOutcome = (typeof inviteOutcomes)[number];

type Current = { readonly status: InvitationStatus; readonly origin: InvitationOrigin };

/** The outcome for a candidate with this current invitation to the test; undefined if there is none. */
export const inviteOutcome = (current: Current | undefined, revive: boolean): Exclude<InviteOutcome, 'invalid'> =>
  match(current)
    .returnType<Exclude<InviteOutcome, 'invalid'>>()
    .with(undefined, () => 'invited')
    .with({ status: 'Cancelled' }, () => (revive ? 'revived' : 'cancelled'))
    // A candidate who registered with an access key was invited by nobody, and an invite-only link does not let them start.
    .with({ origin: 'link', status: 'Pending' }, () => 'invited')
    .with({ status: P.union('Pending', 'In progress', 'Completed', 'Reset') }, () => 'already-invited')
    .exhaustive();
