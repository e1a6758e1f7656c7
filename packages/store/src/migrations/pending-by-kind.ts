import type { DialectTraits } from '../db.ts';

/** `/metrics` counts what is pending by kind: from this index alone, where it read every row before. */
export const pendingByKind = ({ ddl }: DialectTraits): string[] =>
  ["create index deliveries_pending_by_kind on deliveries (kind) where state = 'pending'"].map(ddl);
