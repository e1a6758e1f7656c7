import type { Pace } from './upload-pace.ts';

export type Level = 'attempt' | 'address' | 'account' | 'process';
export type Who = { readonly [One in Exclude<Level, 'process'>]: string };

/** The members of a level who share it: a full one is divided among them. */
const memberOf = { process: 'account', account: 'address', address: 'attempt', attempt: undefined } as const;

/** An upload under way. `end` is called when another one needs its place. */
export class Upload {
  bytes = 0;
  isComplete = false;
  readonly who: Who;
  readonly pace: Pace;
  readonly end: () => void;

  constructor(who: Who, pace: Pace, end: () => void) {
    this.who = who;
    this.pace = pace;
    this.end = end;
  }
}

export class Group {
  readonly uploads = new Set<Upload>();
  bytes = 0;
  readonly #member: keyof Who | undefined;

  constructor(level: Level) {
    this.#member = memberOf[level];
  }

  /**
   * Who gives way in this group to an upload of `who`, the slowest first: whose member holds more than the other one's will hold, however
   * fast, and who is slow, unless its member holds less. `holding`: the share is one of bytes.
   */
  givesWay(who: Who, now: number, holding?: { readonly more: number }): Upload | undefined {
    const member = this.#member;
    const held = new Map<string, number>();
    if (member !== undefined)
      for (const { who: own, bytes } of this.uploads)
        held.set(own[member], (held.get(own[member]) ?? 0) + (holding === undefined ? 1 : bytes));
    const mine = member === undefined ? 0 : (held.get(who[member]) ?? 0);
    // Of attempts behind one address the one with most bytes is next to its end.
    const fair = holding === undefined ? mine + 1 : member === 'attempt' ? Number.POSITIVE_INFINITY : mine + holding.more;
    let [found, least]: [Upload | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
    for (const upload of this.uploads) {
      if (upload.isComplete || (holding !== undefined && upload.bytes === 0)) continue;
      const isOwn = member === undefined || upload.who[member] === who[member];
      const theirs = member === undefined ? 0 : (held.get(upload.who[member]) ?? 0);
      const mayGo = (!isOwn && theirs > fair) || ((isOwn || theirs > mine) && upload.pace.isSlow(now));
      const pace = mayGo ? upload.pace.perSecond(now) : Number.POSITIVE_INFINITY;
      if (pace < least) [found, least] = [upload, pace];
    }
    return found;
  }
}
