/** The reason with which a deadline aborts when the time is over. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut';
}

/** `setTimeout` fires at once for longer delays. */
const longestTimer = 2_147_483_647;

export type Deadline = {
  /** For `fetch`: aborts with the caller's signal and when the time is over. */
  readonly signal: AbortSignal;
  /** The result of `work`; rejects as soon as the caller aborts or `timeoutMs` have passed, even if `work` ignores the signal. */
  readonly race: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** Removes the listener from the caller's signal, which may outlive this call by far. */
  readonly release: () => void;
};

/** Combines the caller's signal with a timeout. `AbortSignal.any` needs Node 20.3 and recent browsers. */
export const createDeadline = ({ signal, timeoutMs }: { signal: AbortSignal | undefined; timeoutMs: number }): Deadline => {
  const controller = new AbortController();
  const follow = () => controller.abort(signal?.reason);
  if (signal?.aborted === true) follow();
  else signal?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    race: <Value>(work: () => Promise<Value>) =>
      new Promise<Value>((resolve, reject) => {
        if (controller.signal.aborted) return reject(controller.signal.reason);
        const timer = timeoutMs > longestTimer ? undefined : setTimeout(() => controller.abort(new TimedOut()), timeoutMs);
        const rejectNow = () => reject(controller.signal.reason);
        controller.signal.addEventListener('abort', rejectNow, { once: true });
        work()
          .then(resolve, reject)
          .finally(() => {
            clearTimeout(timer);
            controller.signal.removeEventListener('abort', rejectNow);
          });
      }),
    release: () => signal?.removeEventListener('abort', follow),
  };
};

/** Waits; rejects with the signal's reason as soon as it aborts. */
export const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted === true) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
    if (signal?.aborted === true) end();
  });
