/** Why a leash was pulled by itself. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut';
}

/** Beyond it `setTimeout` fires at once. */
const longestTimer = 2_147_483_647;

export type Leash = {
  /** For `fetch`: aborts with the caller's signal and with the time limit. */
  readonly signal: AbortSignal;
  /** What `work` gives, unless the caller aborts or `timeoutMs` pass before: then rejects at once, whatever `work` does. */
  readonly hold: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** Lets go of the caller's signal, which may live much longer than this call. */
  readonly release: () => void;
};

/** Ties one attempt to the caller's signal and to a time limit. `AbortSignal.any` would need Node 20.3 and recent browsers. */
export const makeLeash = ({ signal, timeoutMs }: { signal: AbortSignal | undefined; timeoutMs: number }): Leash => {
  const controller = new AbortController();
  const follow = () => controller.abort(signal?.reason);
  if (signal?.aborted === true) follow();
  else signal?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    hold: <Value>(work: () => Promise<Value>) =>
      new Promise<Value>((resolve, reject) => {
        if (controller.signal.aborted) return reject(controller.signal.reason);
        const timer = timeoutMs > longestTimer ? undefined : setTimeout(() => controller.abort(new TimedOut()), timeoutMs);
        const pulled = () => reject(controller.signal.reason);
        controller.signal.addEventListener('abort', pulled, { once: true });
        work()
          .then(resolve, reject)
          .finally(() => {
            clearTimeout(timer);
            controller.signal.removeEventListener('abort', pulled);
          });
      }),
    release: () => signal?.removeEventListener('abort', follow),
  };
};

/** Waits, or rejects with the signal's reason as soon as it aborts. */
export const pause = async (milliseconds: number, signal: AbortSignal | undefined): Promise<void> => {
  const leash = makeLeash({ signal, timeoutMs: Number.POSITIVE_INFINITY });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await leash.hold(
      () =>
        new Promise<void>((resolve) => {
          timer = setTimeout(resolve, milliseconds);
        }),
    );
  } finally {
    clearTimeout(timer);
    leash.release();
  }
};
