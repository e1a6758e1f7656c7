/** `1 grader`, `2 graders` */
export const counted = (amount: number, what: string): string => `${amount} ${what}${amount === 1 ? '' : 's'}`;
