import { formatInZone, type TimeZone } from '../time/time-zones.ts';
import type { AccessWindow } from './access-window.ts';

/** `testAccessTime` of register-by-test-link: when the link is valid, in its time zone. */
export const formatAccessTime = (window: AccessWindow, zone: TimeZone): string =>
  window.mode === 'anytime'
    ? 'Assessment link is valid at any time'
    : `Assessment link is valid from ${formatInZone(window.start, zone)} to ${formatInZone(window.end, zone)} in (${zone.name})`;
