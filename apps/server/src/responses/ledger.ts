import { LRUCache } from 'lru-cache';
import type { ResponseBounds, StallTimes } from './bounds.ts';
import { Places, type Waiter } from './places.ts';
import type { Full, Owner, UnderWay } from './under-way.ts';

/** Time is counted by looks: what a held event loop did not send, no client failed to take. */
type Entry = { readonly response: UnderWay; readonly keys: readonly string[]; taken: number | undefined; idleMs: number };

/** Who did not read waits behind others for so long. */
const forgottenAfterMs = 5 * 60_000;

type Options = { readonly bounds: Pick<ResponseBounds, 'ofProcess' | 'mayWait'>; readonly times: StallTimes };

/**
 * The responses that are made and not yet taken. A response is let through while nothing else of its owner is under way, however large it is:
 * it could never be sent otherwise. What a level has no capacity for takes it from a stalled neighbour that holds more there.
 */
export const createLedger = ({ bounds, times }: Options) => {
  const process: Owner = { key: 'process', most: bounds.ofProcess };
  const places = new Places();
  const underWay = new Set<Entry>();
  /** Owners who were refused something since the last look. */
  const wanted = new Set<string>();
  /** Attempts, accounts' keys and addresses of which a connection was closed. */
  const stalledLately = new LRUCache<string, true>({ max: 10_000, ttl: forgottenAfterMs });
  let closed = 0;

  const levelsOf = ({ owners }: UnderWay): readonly Owner[] => [...owners, process];
  const amountOf = ({ bytes, held }: UnderWay, level: number): number => (level === 0 ? bytes : held);

  const hold = (response: UnderWay): (() => void) => {
    const levels = levelsOf(response);
    const entry: Entry = { response, keys: levels.map(({ key }) => key), taken: undefined, idleMs: 0 };
    for (const [level, { key }] of levels.entries()) places.add(key, amountOf(response, level), response.held);
    underWay.add(entry);
    return () => {
      if (drop(entry)) admitNext(entry.keys);
    };
  };
  const drop = (entry: Entry): boolean => {
    if (!underWay.delete(entry)) return false;
    for (const [level, key] of entry.keys.entries()) places.add(key, -amountOf(entry.response, level), -entry.response.held);
    return true;
  };
  const close = (entry: Entry): void => {
    closed += 1;
    stalledLately.set(entry.keys[0] ?? process.key, true);
    drop(entry);
    entry.response.close();
  };

  /**
   * Closes stalled responses of a member that holds more at this level than this one will, the longest stalled first, until the level has
   * capacity. Returns whether it has.
   */
  const closeStalled = (response: UnderWay, levels: readonly Owner[], level: number): boolean => {
    const [owner, member] = [levels[level] ?? process, levels[level - 1]];
    const isFull = () => places.isFull(owner, amountOf(response, level));
    if (!isFull() || member === undefined) return !isFull();
    const mine = places.heldBy(member.key) + response.held;
    const stalled = [...underWay]
      .filter(({ keys, idleMs, response: { held } }) => idleMs >= times.whenUnfair && held > 0 && keys.includes(owner.key))
      .toSorted((one, other) => other.idleMs - one.idleMs);
    for (const entry of stalled) {
      const theirs = entry.keys[entry.keys.indexOf(owner.key) - 1];
      if (theirs !== undefined && theirs !== member.key && places.heldBy(theirs) >= mine) close(entry);
      if (!isFull()) return true;
    }
    return false;
  };
  const fullFor = (response: UnderWay): Owner | undefined => {
    const levels = levelsOf(response);
    return levels.find((_, level) => !closeStalled(response, levels, level));
  };
  const refuse = ({ key }: Owner): Full => {
    wanted.add(key);
    return key === process.key ? 'process' : 'own';
  };

  const admitNext = (keys: readonly string[]): void => {
    for (const key of keys)
      places.admit(
        key,
        ({ response, begin }) => {
          const full = fullFor(response);
          if (full !== undefined && full !== process) return false;
          begin(full === undefined ? hold(response) : refuse(full));
          return true;
        },
        ({ response }) => stalledLately.has(response.owners[0]?.key ?? process.key),
      );
  };
  const isWanted = ({ keys }: Entry): boolean => keys.some((key) => wanted.has(key) || places.waitingFor(key) > 0);

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
      if (full === undefined) begin(hold(response));
      else if (full === process || places.waitingFor(full.key) >= bounds.mayWait) begin(refuse(full));
      else return places.wait(full.key, { response, begin });
      return () => undefined;
    },
    /** Closes the connections that have taken nothing for too long; returns how many were closed since the last look. */
    closeStalled: (): number => {
      for (const entry of [...underWay]) {
        const taken = entry.response.taken();
        entry.idleMs = taken === undefined || taken !== entry.taken ? 0 : entry.idleMs + times.everyMs;
        entry.taken = taken;
        if (entry.idleMs >= (isWanted(entry) ? times.whenWanted : times.always)) close(entry);
      }
      wanted.clear();
      admitNext(places.awaited());
      const count = closed;
      closed = 0;
      return count;
    },
    size: () => ({ responses: underWay.size, bytes: places.heldBy(process.key) }),
  };
};
