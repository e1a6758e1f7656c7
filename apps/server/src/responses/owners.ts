import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { addressKey } from '../limits/address-key.ts';
import type { ResponseBounds } from './bounds.ts';
import type { Owner } from './under-way.ts';

/** Whose credential a request has shown. */
type Shown =
  | { readonly kind: 'attempt'; readonly accountId: number; readonly invitationId: number }
  | { readonly kind: 'account'; readonly accountId: number }
  | { readonly kind: 'runners' };

const shown = new WeakMap<IncomingMessage, Shown>();

/** Counts the response for whom the credential names, instead of for the address. Call it only with a credential that was checked. */
export const countResponseFor = ({ raw }: Pick<FastifyRequest, 'raw'>, whose: Shown): void => void shown.set(raw, whose);

const wholeAccount = ({ accountId }: { readonly accountId: number }, bounds: ResponseBounds): Owner => ({
  key: `account ${accountId}`,
  most: bounds.ofWholeAccount,
});

/** From the attempt or address outwards: what one of them may hold, its neighbours share. */
export const ownersOf = ({ raw, ip }: Pick<FastifyRequest, 'raw' | 'ip'>, bounds: ResponseBounds): readonly Owner[] => {
  const whose = shown.get(raw);
  switch (whose?.kind) {
    case undefined:
      return [
        { key: `address ${addressKey(ip)}`, most: bounds.ofAddress },
        { key: 'strangers', most: bounds.ofStrangers },
      ];
    case 'account':
      return [{ key: `keys ${whose.accountId}`, most: bounds.ofAccount }, wholeAccount(whose, bounds)];
    case 'runners':
      return [{ key: 'runners', most: bounds.ofAccount }];
    case 'attempt':
      return [
        { key: `attempt ${whose.accountId} ${whose.invitationId}`, most: bounds.ofAttempt },
        // Apart from what keys of the account ask for: candidates hold up no recruiter.
        { key: `candidates ${whose.accountId}`, most: bounds.ofAccount },
        wholeAccount(whose, bounds),
      ];
  }
};
