import type { DialectTraits } from '../db.ts';

/**
 * A nonce for each invitation and delivery. Null marks the rows of before: what was sent for them carries none. Without a default, so that
 * no row is rewritten.
 */
export const nonces = ({ ddl }: DialectTraits): string[] =>
  ['alter table invitations add column nonce text', 'alter table deliveries add column nonce text'].map(ddl);
