/**
 * What a delivery carries. A completed attempt is sent as `callback`, as `stakeholder-email`, and to the candidate as
 * `receipt-email`; `invitation-email` holds the take URL. `confirmation-email` goes to an address that somebody typed into a join
 * page: no invitation belongs to it yet.
 */
export const deliveryKinds = ['callback', 'stakeholder-email', 'receipt-email', 'invitation-email', 'confirmation-email'] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];

export const deliveryStates = ['waiting', 'pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Results of one attempt to deliver. */
export const deliveryOutcomes = ['delivered', 'retry', 'final'] as const;
