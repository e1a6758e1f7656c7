import { Counter, type Registry } from 'prom-client';

/** The log counts by itself: the value is read when somebody reads `/metrics`. */
export const addLogMetrics = (registry: Registry, droppedLines: () => number): void => {
  new Counter({
    name: 'assay_log_lines_dropped_total',
    help: 'Lines of the log that could not be written: its disk is full, or its reader has gone or is too slow',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(droppedLines());
    },
  });
};
