/** How long the service waits, in milliseconds. A process under test is given shorter waits with `ASSAY_TEST_TIMINGS`. */
export const defaultTimings = {
  /** Answers that arrive this long after the deadline still count: they were on their way. */
  answerGraceMs: 30_000,
  /**
   * A page with a network is heard of every 30 s. One that was not for this long before the deadline had none, and its attempt waits
   * for what was typed meanwhile; a longer time would not wait for those that lost it just before.
   */
  silenceMs: 40_000,
  /** Generation takes milliseconds; this is how long the report of a killed worker waits for another worker. */
  reportLeaseMs: 10_000,
  /** Renewed while a program runs, however long that takes; this is how long the program of a killed worker waits for another worker. */
  gradingLeaseMs: 30_000,
  /** The last grading of an attempt ends this wait. */
  gradingWaitMs: 600_000,
  /** Longer than `callbackTimeoutMs`: a lease that ends while its worker still sends makes a second worker send too. */
  callbackLeaseMs: 20_000,
  /** Longer than twice the three mail time-outs, which may come one after another: a mail waits as long as that for a connection. */
  mailLeaseMs: 120_000,
  /** For one callback, from the look-up of the name to the end of the response. */
  callbackTimeoutMs: 10_000,
  mailConnectionMs: 10_000,
  mailGreetingMs: 10_000,
  /** Without a byte from the mail server. */
  mailSocketMs: 30_000,
  /** For all programs of a test file's author, so that a request ends: 60 questions with quick solutions take half of it on one core. */
  importProgramsMs: 120_000,
  /** A clock that has jumped is believed when it has kept its distance for so long. */
  clockHoldMs: 3_600_000,
  /** A process on another machine that starts within it after a jump believes the clock until its own next look. */
  clockPollMs: 2000,
  reportPollMs: 500,
  /** Between two looks at all reports that wait. None is found unless something is wrong, so a report then hangs for this long at most. */
  reportWatchMs: 300_000,
  gradingPollMs: 1000,
  overduePollMs: 1000,
  deliveryPollMs: 1000,
  searchPollMs: 1000,
  /** SIGTERM promises 10 s: sends under way get most of them. */
  drainMs: 7000,
} as const;

export type Timings = { readonly [Name in keyof typeof defaultTimings]: number };
