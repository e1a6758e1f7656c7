import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Refusal, Result } from '@assay/domain';
import { createLanes } from '../limits/lanes.ts';
import { TooManyRequests } from '../limits/limiter.ts';

/** Draws one document after the other; between two of them the event loop serves everybody else. */
export const createTurn = () => {
  let last: Promise<unknown> = Promise.resolve();
  return <Drawn>(draw: () => Promise<Drawn>): Promise<Drawn> => {
    const drawn = last.then(() => setImmediate()).then(draw);
    last = drawn.catch(() => undefined);
    return drawn;
  };
};

/**
 * Makes documents in the lane of their caller: one request makes one document, and its report is loaded only when its turn comes. A PDF is
 * whole when it is made; an Excel file is made while it is sent, so it keeps its place until the last byte of its stream.
 */
export const createDocuments = () => {
  const enter = createLanes({ atOnce: 2, mayWait: 100 });
  return async <Made, Reason extends Refusal>(
    caller: string,
    until: 'made' | ((made: Made) => Readable),
    make: () => Promise<Result<Made, Reason>>,
  ): Promise<Result<Made, Reason>> => {
    const leave = await enter(caller);
    if (leave === undefined) throw new TooManyRequests();
    const made = await make().catch((error: unknown) => {
      leave();
      throw error;
    });
    if (made.ok && until !== 'made') until(made.value).once('close', leave);
    else leave();
    return made;
  };
};

export type Documents = ReturnType<typeof createDocuments>;
