import { type Logger, pino } from 'pino';

/** JSON lines on standard error, without API keys. */
export const makeLogger = (level: string): Logger => pino({ level, redact: ['req.headers["x-api-key"]'] }, pino.destination(2));
