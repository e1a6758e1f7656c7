/** Bounds of what an author may ask for. Grading runs every case, and Run samples every sample within half a minute. */
export const codingBounds = {
  /** Bytes of UTF-8 of a program: an answer, a starter, a solution, a harness. */
  source: 65_536,
  /** Characters of an input or an expected output. */
  caseText: 1_048_576,
  /** Characters of what candidates are sent with their paper: an input or output of a sample, a schema, a data set. */
  shownText: 100_000,
  cases: 200,
  samples: 10,
  dataSets: 20,
  wrong: 20,
  parameters: 20,
  seconds: { least: 0.1, most: 30 },
  /** MiB. */
  memory: { least: 16, most: 1024 },
} as const;
