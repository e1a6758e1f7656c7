/** How often a test repeats what it tries: `few` times in `npm test`, `many` times in `pnpm trials`. */
export const repetitions = (few: number, many: number): number => (process.env.TRIALS === '1' ? many : few);
