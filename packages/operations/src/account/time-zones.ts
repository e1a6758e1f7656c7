import { ok, operations, timeZones } from '@assay/domain';
import { operation } from '../support/operation.ts';

/** The time-zone table: every timeZoneId. */
export const listTimeZones = operation(operations.listTimeZones, async () => ok({ timeZones: [...timeZones] }));
