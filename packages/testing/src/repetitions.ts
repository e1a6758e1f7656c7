/** How often a test repeats what it tries: `few` times in `npm test`, `many` times in `pnpm trials`. */
export const repetitions = (few: number, many: number): number => (process.env.TRIALS === '1' ? many : few);

/** What a trial did, for whoever runs `pnpm trials`. */
export const tellTrial = (text: string): void => {
  if (process.env.TRIALS === '1') process.stderr.write(`${text}\n`);
};
