const MiB = 1024 * 1024;

/** How many bytes of responses may be made and not yet taken by those who asked. */
export const responseBounds = {
  ofProcess: 256 * MiB,
  /** Two of the largest attempts: a page that was opened again, and the connection that it left. */
  ofAttempt: 32 * MiB,
  /** Of an account: what its API keys ask for, and apart from it what all its candidates do. */
  ofAccount: 128 * MiB,
  /** Of both together. Less than the process has: one account alone fills it for nobody else. */
  ofWholeAccount: 192 * MiB,
  /** Of an address that shows neither key nor token. It also bounds what one turn of the event loop sends to it. */
  ofAddress: 16 * MiB,
  /** Of all such addresses: one IPv6 network has any number of them. */
  ofStrangers: 128 * MiB,
  /** A response up to this size is counted and never refused: the system takes it whole, and it may say what was done. */
  small: 16 * 1024,
  /** What a stream holds that is made while it is sent. */
  ofStream: 128 * 1024,
  /** Responses of one owner that wait for their turn. */
  mayWait: 10_000,
  /** With all questions of a test, until the account has had one: the largest that there is. */
  ofQuestions: 16 * MiB,
} as const;

export type ResponseBounds = { readonly [Name in keyof typeof responseBounds]: number };

/**
 * After this time without a byte taken a connection is closed; `whenWanted`: if others are refused or wait because of it; `whenUnfair`: if
 * its account, address or attempt holds more than who wants its place.
 */
export type StallTimes = { readonly [Why in 'always' | 'whenWanted' | 'whenUnfair' | 'everyMs']: number };

/** 64 KiB, which is how much is written at once, in 15 s: a line of 5 KB/s is slow and not stalled. */
export const stallTimes: StallTimes = { always: 30_000, whenWanted: 15_000, whenUnfair: 5000, everyMs: 1000 };
