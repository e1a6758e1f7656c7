/** `answer`: characters of an answer. Words of 40,000 characters are about 6,000. */
export const essayBounds = { answer: 40_000, words: 6_000, criteria: 10, levels: 9, criterion: 200, level: 1_000, comment: 2_000 } as const;
