/** Who gets a receipt for a completed attempt: the candidates whose invitation Assay mailed, all candidates, or nobody. */
export const receiptRules = ['mailed', 'all', 'none'] as const;
export type ReceiptRule = (typeof receiptRules)[number];
