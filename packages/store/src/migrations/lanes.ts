import type { DialectTraits } from '../db.ts';

/**
 * What is due, in order and by lane. A delivery that somebody has the lease of is not due, so that those under way are not read again at
 * each claim; a lane that is full is passed over whole.
 */
export const lanes = ({ engine, ddl }: DialectTraits): string[] => {
  const later = engine === 'postgres' ? 'greatest' : 'max';
  return [
    `create index deliveries_of_lane on deliveries (lane, (${later}(not_before, lease_until))) where state = 'pending'`,
    `create index deliveries_by_due on deliveries ((${later}(lease_until, not_before)), lane) where state = 'pending'`,
    'drop index deliveries_due',
  ].map(ddl);
};
