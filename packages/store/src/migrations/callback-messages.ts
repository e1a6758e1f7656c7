import type { DialectTraits } from '../db.ts';

/**
 * What a callback says, fixed when it is made. Null in those of before, which get theirs before they are sent next, and in mails. In the
 * row of the delivery, so that what forgets a person finds it there: some 350 bytes each, 0.35 GB for a million.
 */
export const callbackMessages = ({ ddl }: DialectTraits): string[] =>
  ['alter table deliveries add column body text', 'alter table deliveries add column sequence bigint'].map(ddl);
