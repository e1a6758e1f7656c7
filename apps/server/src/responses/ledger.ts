import type { ResponseBounds, StallTimes } from './bounds.ts';

/** Whom a response is counted for, and how many bytes may be under way for them. */
export type Owner = { readonly key: string; readonly most: number };

export type UnderWay = {
  readonly owners: readonly Owner[];
  readonly bytes: number;
  /** Bytes that its connection took so far; undefined while there is nothing to take. */
  readonly taken: () => number | undefined;
  /** Closes its connection. */
  readonly close: () => void;
};

/** Which bound is reached: one of its owners, or that of the process. */
export type Full = 'own' | 'process';

type Place = { bytes: number; readonly waiting: Waiter[] };
type Waiter = { readonly response: UnderWay; readonly begin: (release: (() => void) | Full) => void };
/** Time is counted by looks: what a held event loop did not send, no client failed to take. */
type Progress = { taken: number | undefined; idleMs: number };

type Options = { readonly bounds: Pick<ResponseBounds, 'ofProcess' | 'mayWait'>; readonly times: StallTimes };

/**
 * The responses that are made and not yet taken. A response is let through while nothing else of its owner is under way, however large it is:
 * it could never be sent otherwise.
 */
export const createLedger = ({ bounds, times }: Options) => {
  const places = new Map<string, Place>();
  const underWay = new Map<UnderWay, Progress>();
  /** Owners who were refused something since the last look, and whether the process was full. */
  const wanted = new Set<string>();
  let processWanted = false;
  let bytes = 0;

  const placeOf = ({ key }: Owner): Place => {
    const place = places.get(key) ?? { bytes: 0, waiting: [] };
    places.set(key, place);
    return place;
  };
  const isFull = ({ key, most }: Owner, more: number): boolean => {
    const held = places.get(key)?.bytes ?? 0;
    return held > 0 && held + more > most;
  };
  const fullFor = (response: UnderWay): Owner | 'process' | undefined =>
    response.owners.find((owner) => isFull(owner, response.bytes)) ??
    (bytes > 0 && bytes + response.bytes > bounds.ofProcess ? 'process' : undefined);

  const hold = (response: UnderWay): (() => void) => {
    bytes += response.bytes;
    for (const owner of response.owners) placeOf(owner).bytes += response.bytes;
    underWay.set(response, { taken: undefined, idleMs: 0 });
    return () => {
      if (!underWay.delete(response)) return;
      bytes -= response.bytes;
      for (const owner of response.owners) placeOf(owner).bytes -= response.bytes;
      for (const owner of response.owners) admitNext(owner);
    };
  };
  const admitNext = (owner: Owner): void => {
    const place = placeOf(owner);
    for (let next = place.waiting[0]; next !== undefined; next = place.waiting[0]) {
      const full = fullFor(next.response);
      if (full !== undefined && full !== 'process') break;
      if (full === 'process') processWanted = true;
      place.waiting.shift();
      next.begin(full ?? hold(next.response));
    }
    if (place.bytes === 0 && place.waiting.length === 0) places.delete(owner.key);
  };

  const refuse = (full: Owner | 'process'): Full => {
    if (full === 'process') processWanted = true;
    else wanted.add(full.key);
    return full === 'process' ? 'process' : 'own';
  };
  const isWanted = ({ owners }: UnderWay): boolean =>
    processWanted || owners.some(({ key }) => wanted.has(key) || (places.get(key)?.waiting.length ?? 0) > 0);

  return {
    /** Counts a response that is sent in any case. Call the returned function when it was taken or its connection has closed. */
    hold,
    /** The same, unless a bound is reached. */
    enter: (response: UnderWay): (() => void) | Full => {
      const full = fullFor(response);
      return full === undefined ? hold(response) : refuse(full);
    },
    /** The same, and waits for a turn where the owner's bound is reached. The returned function gives the turn up. */
    enterInTurn: (response: UnderWay, begin: Waiter['begin']): (() => void) => {
      const full = fullFor(response);
      const waiting = full === undefined || full === 'process' ? undefined : placeOf(full).waiting;
      if (full === undefined) begin(hold(response));
      else if (waiting === undefined || waiting.length >= bounds.mayWait) begin(refuse(full));
      else {
        const waiter = { response, begin };
        waiting.push(waiter);
        return () => {
          const index = waiting.indexOf(waiter);
          if (index >= 0) waiting.splice(index, 1);
        };
      }
      return () => undefined;
    },
    /** Closes the connections that have taken nothing for too long; returns how many. */
    closeStalled: (): number => {
      let closed = 0;
      for (const [response, progress] of underWay) {
        const taken = response.taken();
        if (taken === undefined || taken !== progress.taken) {
          Object.assign(progress, { taken, idleMs: 0 });
          continue;
        }
        progress.idleMs += times.everyMs;
        if (progress.idleMs < (isWanted(response) ? times.whenWanted : times.always)) continue;
        closed += 1;
        response.close();
      }
      wanted.clear();
      processWanted = false;
      return closed;
    },
    size: () => ({ responses: underWay.size, bytes }),
  };
};
