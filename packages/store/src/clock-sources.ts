import { readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import type { ClockSources } from './service-clock.ts';

/** Of Linux; elsewhere a process knows only its own time. */
const bootId = (): string | undefined => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return undefined;
  }
};

export const clockSources = (): ClockSources => ({
  monotonic: () => performance.now(),
  uptime: () => uptime() * 1000,
  boot: bootId(),
});
