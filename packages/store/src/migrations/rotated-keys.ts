import type { DialectTraits } from '../db.ts';

/** Which key a rotated one began as; null: it is the first, or was rotated before this was kept. */
export const rotatedKeys = ({ ddl }: DialectTraits): string[] => ['alter table api_keys add column first_key_id bigint'].map(ddl);
