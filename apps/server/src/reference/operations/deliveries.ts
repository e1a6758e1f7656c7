import type { Entries } from '../entry.ts';

export const deliveries = {
  listDeliveries: {
    description: 'What the service sent or tries to send: callbacks, and mails to candidates and stakeholders.',
    query: { limit: '50', kind: 'callback', testId: '1' },
  },
  getDelivery: {
    description: 'One delivery with every attempt: when, what the receiver answered, how long it took.',
    path: { deliveryId: 3 },
  },
  redeliverDelivery: {
    description: `Sends a delivery that has ended, or waits for a retry, once more. A callback keeps its \`webhook-id\`, so that a receiver can tell the repeat; its
body is read anew. \`409.1\` while it is being sent or waits for its report.`,
    path: { deliveryId: 3 },
  },
  redeliverFailed: {
    description: 'For when a receiver was down for longer than the retries last. `more` is true when another call is needed.',
    path: { testId: 1 },
  },
  listCallbackSecrets: {
    description: `The secrets that sign callbacks, in the form that the [Standard Webhooks](https://www.standardwebhooks.com) libraries take. The first request makes
one.`,
  },
  rotateCallbackSecret: {
    description:
      'Callbacks are signed by both secrets until `overlapHours` have passed, so that a receiver can change over without losing one.',
    body: { overlapHours: 24 },
  },
  sendSampleCallback: {
    description: `Sends one signed callback at once, with \`TestInvitationId\` 0 and made-up figures, and returns what the receiver answered. It is not recorded and
not retried.`,
    body: { url: 'https://ats.example/assay/callback' },
  },
} satisfies Partial<Entries>;
