import { z } from 'zod';
import type { DeliveryKind } from '../delivery/delivery-state.ts';
import { formatInstant } from '../time/utc-date-time.ts';
import { named } from '../wire/named.ts';
import { instant } from '../wire/paging.ts';
import { type Refusal, refusal } from '../wire/status-codes.ts';

type Declared = {
  /** What is counted, as refusals and tables say it. */
  readonly unit: string;
  /** `day`: of UTC, since the account may change its own time zone. `now`: at the same time. */
  readonly window: 'day' | 'now';
  /** What an account has unless the operator sets another; null: as many as come. */
  readonly fallback: number | null;
  readonly meaning: string;
  /** What follows a limit, where it is not `a day` or `at once`. */
  readonly per?: string;
};

/**
 * What one account may take of what all share. Everything that says or checks a quota derives from this table: the operator's command,
 * the API, the terminal, the metrics and the reference.
 */
export const quotas = {
  invitations: {
    unit: 'invitations',
    window: 'day',
    fallback: 50_000,
    meaning: 'New invitations: by API, in lists, by join pages and by reattempts. A candidate who is invited again is none.',
  },
  candidates: {
    unit: 'candidates',
    window: 'now',
    fallback: null,
    meaning: 'Attempts in progress whose deadline has not passed.',
  },
  processorSeconds: {
    unit: 'processor seconds of programs',
    window: 'day',
    fallback: null,
    meaning: 'Seconds that programs ran: candidates who try theirs, gradings, imports. Beyond it gradings go on.',
  },
  mails: {
    unit: 'mails',
    window: 'day',
    fallback: null,
    meaning: 'Tries to send a mail. Beyond it mails wait for the next day, and requests that ask for a mail are refused.',
  },
  callbacks: {
    unit: 'callbacks',
    window: 'day',
    fallback: null,
    meaning: 'Tries to send a callback, samples too. Beyond it callbacks wait for the next day.',
  },
  exports: {
    unit: 'exports',
    window: 'now',
    fallback: 20,
    meaning: 'PDF, Excel and bundle files that are being made, in each process of the server.',
  },
  bytes: {
    unit: 'bytes',
    window: 'now',
    fallback: null,
    meaning: 'Files and webcam images of candidates, and all versions of tests with their pictures.',
    per: 'stored',
  },
} as const satisfies Record<string, Declared>;

export type QuotaName = keyof typeof quotas;
export const quotaNames = Object.keys(quotas) as readonly QuotaName[];

/** The quotas by what is counted in a window; the rest are of what is there at the moment. */
export type DailyQuota = { [Name in QuotaName]: (typeof quotas)[Name]['window'] extends 'day' ? Name : never }[QuotaName];

export const mostOfQuota = 1_000_000_000_000;

const day = 24 * 60 * 60_000;

/** The day of UTC that holds an instant. */
export const quotaDay = (now: number): { readonly start: number; readonly end: number } => {
  const start = Math.floor(now / day) * day;
  return { start, end: start + day };
};

const declared: Readonly<Record<QuotaName, Declared>> = quotas;

/** `a day`, `at once` or `stored`: what follows a limit. Another version of the service may have quotas that this one does not know. */
export const perOf = ({ quota, window }: Pick<AccountQuota, 'window'> & { readonly quota: string }): string =>
  (Object.hasOwn(declared, quota) ? declared[quota as QuotaName].per : undefined) ?? (window === 'day' ? 'a day' : 'at once');

/** `50,000 invitations a day (UTC)`. */
export const limitText = (name: QuotaName, limit: number): string => {
  const { unit, window } = quotas[name];
  const per = perOf({ quota: name, window });
  return `${new Intl.NumberFormat('en-US').format(limit)} ${unit} ${window === 'day' ? `${per} (UTC)` : per}`;
};

/**
 * The refusal of what is over a quota. Of a day: 429.1, which says how long to wait. Of what is at once: 409.1, since nobody knows when
 * something of it ends.
 */
export const quotaRefusal = (name: QuotaName, limit: number, now: number): Refusal => {
  const reached = `The account has reached its quota of ${limitText(name, limit)}`;
  const ask = 'the operator of this service can raise it';
  if (quotas[name].window === 'now') {
    // Nothing that is stored ends by itself.
    const again = name === 'bytes' ? '' : 'try again when one of them has ended, or ';
    return refusal('resource.conflict', `${reached}; ${again}${ask}`);
  }
  const { end } = quotaDay(now);
  const seconds = Math.max(1, Math.ceil((end - now) / 1000));
  return {
    ...refusal('request.rate-limited', `${reached}; it begins anew at ${formatInstant(end)}, and ${ask}`),
    retryAfterSeconds: seconds,
  };
};

/** What a try of this kind of delivery counts against. */
export const quotaOfDelivery = (kind: DeliveryKind): 'mails' | 'callbacks' => (kind === 'callback' ? 'callbacks' : 'mails');

/** Why a delivery waits although nothing failed: in the place where it would say what failed. */
export const postponedText = (quota: 'mails' | 'callbacks', limit: number, until: number): string =>
  `Not sent yet: the account has reached its quota of ${limitText(quota, limit)}; it is sent from ${formatInstant(until)} on`;

/** Readers accept any name: another version may have more quotas. */
export const AccountQuota = named('AccountQuota', 'A quota and what was used of it.', {
  quota: z.string().describe(`One of ${quotaNames.join(', ')}.`),
  limit: z.int().nullable().describe('The limit; null: there is none.'),
  isDefault: z.boolean().describe('Whether the operator has set nothing, so that the default holds.'),
  used: z.int().nullable().describe('How much was used in the window; null: each process of the server counts its own.'),
  window: z.enum(['day', 'now']).describe('`day`: since midnight UTC. `now`: at the same time.'),
  resetsAt: instant.nullable().describe('When a new window begins; null where there is none.'),
  meaning: z.string().describe('What is counted.'),
});
export type AccountQuota = z.output<typeof AccountQuota>;
export const AccountQuotas = named('AccountQuotas', 'What the account may take of what all accounts share.', {
  quotas: z.array(AccountQuota).describe('The quotas of this version.'),
});
export type AccountQuotas = z.output<typeof AccountQuotas>;
