const isFull = process.env.TRIALS === 'full';

/** How often a trial repeats what it tries: `few` times in its quick form, `many` times in `pnpm trials`. */
export const repetitions = (few: number, many: number): number => (isFull ? many : few);

/** What a trial did, for the output of `pnpm trials`. */
export const tellTrial = (text: string): void => {
  if (isFull) process.stderr.write(`${text}\n`);
};
