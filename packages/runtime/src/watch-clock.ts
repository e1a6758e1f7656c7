import { hostname } from 'node:os';
import { secondsInWords } from '@assay/domain';
import { type Assay, type ClockLook, checkClock } from '@assay/operations';
import { jumpMs } from '@assay/store';
import { describeError } from './describe-error.ts';

type Log = { readonly [Level in 'info' | 'warn']: (details: object, message: string) => void };

const minuteOf = (at: number): string => `${new Date(at).toISOString().slice(0, 16)} UTC`;

/** What an operator does about a clock that has jumped. */
export const clockAdvice = 'set it right, or, if it is right now, run `assay-server clock accept`';

const fieldsOf = (by: number): string => `${secondsInWords(Math.round(Math.abs(by) / 1000))} ${by > 0 ? 'ahead of' : 'behind'}`;

/** `engine`: whose clock the service goes by. */
export const jumpInWords = (by: number, engine: Assay['store']['engine']): string =>
  `the clock of ${engine === 'postgres' ? 'PostgreSQL' : 'this machine'} is ${fieldsOf(by)} the time that has passed`;

/** Of this machine, which is not the one whose clock counts. */
export const aheadInWords = (ahead: number): string =>
  `the clock of this machine, ${hostname()}, is ${fieldsOf(ahead)} PostgreSQL's, by which all times go`;

/** Looks at the clock again and again, and logs when it jumps and when it is believed again. */
export const watchClock = async (assay: Assay, log: Log | undefined): Promise<{ readonly stop: () => Promise<void> }> => {
  /** The jump that was told last, in milliseconds: one that has jumped may jump again. */
  let told: number | undefined;
  let wasAhead = false;
  let hasFailed = false;
  const tell = (look: ClockLook): void => {
    hasFailed = false;
    const ahead = assay.store.clock?.ahead ?? 0;
    if (ahead !== 0 && !wasAhead) log?.warn({ aheadSeconds: Math.round(ahead / 1000) }, `${aheadInWords(ahead)}: set it right`);
    wasAhead = ahead !== 0;
    if (look.is === 'jumped' && (told === undefined || Math.abs(look.by - told) > jumpMs))
      log?.warn(
        { bySeconds: Math.round(look.by / 1000), believedAt: minuteOf(look.believedAt) },
        `${jumpInWords(look.by, assay.store.engine)}: it has jumped, and the service goes on by the time that has passed, for an hour at most; ${clockAdvice}`,
      );
    else if (look.is === 'accepted') log?.warn({}, 'the clock is believed from now on: an operator, or an hour, said that it is right');
    else if (look.is === 'right' && told !== undefined) log?.warn({}, 'the clock is right again');
    told = look.is === 'jumped' ? look.by : undefined;
  };
  let looking: Promise<void> | undefined;
  const look = (): Promise<void> => {
    looking ??= checkClock({ assay })
      // The database fails, which others log too: nothing is closed meanwhile.
      .then(tell, (error: unknown) => {
        if (!hasFailed) log?.info({ err: describeError(error) }, 'the clock could not be compared');
        hasFailed = true;
      })
      .finally(() => {
        looking = undefined;
      });
    return looking;
  };
  await look();
  const timer = setInterval(() => void look(), assay.timings.clockPollMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await looking;
    },
  };
};
