import type { Assay } from '@assay/operations';
import { Gauge, type Registry } from 'prom-client';

const seconds = (milliseconds: number): number => Math.round(milliseconds / 1000);

/** The part of `/metrics` that tells whether clocks are believed. */
export const addClockMetrics = (registry: Registry, { clock }: Pick<Assay['store'], 'clock'>): void => {
  const registers = [registry];
  new Gauge({
    name: 'assay_clock_jump_seconds',
    help: 'How far the clock that deadlines go by is ahead of the time that has passed (below 0: behind); 0 while it is believed',
    registers,
    collect() {
      this.set(seconds(clock?.jump?.by ?? 0));
    },
  });
  new Gauge({
    name: 'assay_clock_ahead_seconds',
    help: "How far this machine's clock is ahead of PostgreSQL's (below 0: behind); 0 within a minute",
    registers,
    collect() {
      this.set(seconds(clock?.ahead ?? 0));
    },
  });
};
