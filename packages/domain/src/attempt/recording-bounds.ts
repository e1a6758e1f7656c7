/**
 * How much of each kind one attempt records. A candidate who does more is served as before, but it is not recorded. Nobody reaches
 * these by taking a test; a script does in seconds.
 */
export const recordingBounds = {
  /** Once a minute for three hours. */
  takeovers: 200,
  /** As many as takeovers: an answer is set aside when two devices typed one each. */
  answersSetAside: 200,
  /** A loose cable reports a lost and a granted camera every few seconds for half an hour. */
  cameraStates: 500,
  /** Left and returned every two seconds for almost three hours; a report reads all of them. */
  windowEvents: 10_000,
  /** One every 30 s for 16 hours. */
  images: 2_000,
  /** A better version of each of 20 files, fifteen times. Each is read and stored, so this bounds work and not what stays. */
  files: 300,
  /** Of samples, each at least 3 s after the one before: 15 minutes without a pause. */
  sampleRuns: 300,
  /** Reports are retried every ten minutes: the first day of failures is in the timeline. */
  reportFailures: 150,
  /** The same of grading. */
  gradingFailures: 150,
} as const;
export type RecordedKind = keyof typeof recordingBounds;
