/** Scopes of an API key. */
export const scopes = ['read', 'invite', 'manage', 'read-answers', 'grade'] as const;
export type Scope = (typeof scopes)[number];

/** What a key is given: scopes, or `all`. */
export const grants = [...scopes, 'all'] as const;
export type Grant = (typeof grants)[number];

/** What a key with each of them does, as API reference, commands and guides say it. */
export const grantMeanings = {
  read: 'reads tests, links, invitations, reports and deliveries, but neither take URLs, access keys nor what candidates answered',
  invite:
    'writes API v2: links, registrations, cancels, reattempts, mails; reads take URLs and access keys, and decides where results go (callback URL, stakeholder address)',
  manage: 'writes the management API: tests, resets, extra time, redelivery, account, API keys',
  'read-answers': 'reads what candidates answered: answers with their keys, and programs',
  grade: 'reads essays and files to be graded, without names, and grades them',
  all: 'has every scope, those of later versions too',
} as const satisfies Record<Grant, string>;

/** Grants as stored: names with spaces between. */
export const formatGrants = (given: readonly Grant[]): string =>
  given.includes('all') ? 'all' : scopes.filter((scope) => given.includes(scope)).join(' ');

/** What a key with these stored grants has; `all` is in it only for a key that was given `all`. */
export const parseGrants = (text: string): ReadonlySet<Grant> => {
  const names = text.split(' ');
  return names.includes('all') ? new Set(grants) : new Set(scopes.filter((scope) => names.includes(scope)));
};

/** What the operator has, and the first key of an account. */
export const allGrants: ReadonlySet<Grant> = new Set(grants);
