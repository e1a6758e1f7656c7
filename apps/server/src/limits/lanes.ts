/** Gives the place to the next caller; calling it again does nothing. */
export type Leave = () => void;

type Lane = { inside: number; readonly waiting: (() => void)[] };
type LaneOptions = {
  /** How much one caller may do at the same time. */
  readonly atOnce: number;
  /** How many requests of one caller may wait for that. */
  readonly mayWait: number;
};

/**
 * A lane for each caller, so that who sends many costly requests waits for themselves and holds up nobody else. The returned function
 * resolves when there is a place, and to undefined when too many wait for one.
 */
export const createLanes = ({ atOnce, mayWait }: LaneOptions): ((caller: string) => Promise<Leave | undefined>) => {
  const lanes = new Map<string, Lane>();
  return async (caller) => {
    const lane = lanes.get(caller) ?? { inside: 0, waiting: [] };
    lanes.set(caller, lane);
    if (lane.inside < atOnce) lane.inside += 1;
    else if (lane.waiting.length >= mayWait) return undefined;
    else await new Promise<void>((resolve) => lane.waiting.push(resolve));
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      const next = lane.waiting.shift();
      if (next !== undefined) return next();
      lane.inside -= 1;
      if (lane.inside === 0) lanes.delete(caller);
    };
  };
};
