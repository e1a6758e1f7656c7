/** What a delivery carries. `callback` and `stakeholder-email` tell of a completed attempt, `receipt-email` tells the candidate; `invitation-email` holds the take URL. */
export const deliveryKinds = ['callback', 'stakeholder-email', 'receipt-email', 'invitation-email'] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];

export const deliveryStates = ['waiting', 'pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** How an attempt can end. */
export const deliveryOutcomes = ['delivered', 'retry', 'final'] as const;
