import { mostCounted } from '@assay/domain';
import { count } from '../../output/text.ts';
import { knownTotal, type PagedRows, totalOf } from '../core/paged-rows.ts';

/** `1,234 tests`; `more than 10,000 tests` where the server counts no further; `100 tests read so far` where it does not count. */
export const totalText = <Row>(list: PagedRows<Row>, one: string, many?: string): string => {
  const total = knownTotal(list);
  if (total === null) return `${count(totalOf(list), one, many)} read so far`;
  return total === 'many' ? `more than ${count(mostCounted, one, many)}` : count(total, one, many);
};
