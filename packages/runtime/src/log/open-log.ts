import { setTimeout } from 'node:timers/promises';
import { type Logger, pino } from 'pino';
import { LineWriter } from './line-writer.ts';
import { outputOf } from './outputs.ts';

/** What the process waits for at its end, if the reader of its log is slow. */
const lastMs = 1000;

const notice = (missing: number, reason: string): string => {
  let line = '';
  const write = (text: string): void => {
    line = text;
  };
  pino({}, { write }).warn({ missing, reason }, 'the log could not be written: lines are missing here');
  return line;
};

export type Log = {
  readonly logger: Logger;
  /** Since the start. */
  readonly droppedLines: () => number;
  /** Before `process.exit`, which ends the process with what is not written. */
  readonly end: () => Promise<void>;
};

/**
 * The log of a process that serves, on standard error. It neither stops nor delays the process: lines that a full disk, a closed pipe or
 * a stopped reader does not take are dropped and counted.
 */
export const openLog = (level: string): Log => {
  const lines = new LineWriter(outputOf(process.stderr), notice);
  process.on('exit', () => lines.writeNow());
  return {
    logger: pino({ level, redact: ['req.headers["x-api-key"]'] }, lines),
    droppedLines: () => lines.dropped,
    end: () => Promise.race([lines.idle(), setTimeout(lastMs)]),
  };
};

/** Words on standard output of a process that serves; they do not stop or delay it either. */
export const printLine = (text: string): void => outputOf(process.stdout).write(Buffer.from(`${text}\n`), () => undefined);
