export { type Log, openLog, printLine } from './open-log.ts';
