/** Whom a response is counted for, and how many bytes may be under way for them. */
export type Owner = { readonly key: string; readonly most: number };

export type UnderWay = {
  /** From the attempt or address outwards; the process is added here. */
  readonly owners: readonly Owner[];
  readonly bytes: number;
  /** What of it only this response holds: nothing of what all share. Owners but the first, and the process, count this. */
  readonly held: number;
  /** Bytes that its connection took so far; undefined while there is nothing to take. */
  readonly taken: () => number | undefined;
  /** Closes its connection. */
  readonly close: () => void;
};

/** Which bound is reached: one of its owners, or that of the process. */
export type Full = 'own' | 'process';
