import { getPriority, setPriority } from 'node:os';

/** Milliseconds that a program has the cores before others do. */
export const turnMs = 1000;

/** Nice values, below the server: `turn` of a program that has its turn, `after` of one that has had it. */
export const priorities = { turn: 10, after: 19 } as const;
export type Priority = keyof typeof priorities;

/**
 * Of a process, or on Linux a thread, no higher than this process has. Processor time is judged, so that this changes no result. False
 * where it has ended or that is not allowed: without privileges no priority goes up.
 */
export const prioritize = (id: number, nice: number): boolean => {
  try {
    setPriority(id, Math.max(getPriority(), nice));
    return true;
  } catch {
    return false;
  }
};
