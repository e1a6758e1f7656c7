import * as z from 'zod/mini';

/** Shapes of the candidate protocol. Instants are ISO 8601 with milliseconds and `Z`. */
export const instant = z.string();

// Not a discriminated union: that adds half a kilobyte to the page, and only improves error messages that the page does not show.
export const wireAccess = z.union([
  z.object({ state: z.literal('open'), closesAt: z.nullable(instant) }),
  z.object({ state: z.literal(['not-open', 'outside-slot']), opensAt: instant }),
  z.object({ state: z.literal('closed'), closedAt: instant }),
  z.object({ state: z.literal('inactive') }),
]);
export type WireAccess = z.output<typeof wireAccess>;

/** A notice of the account (its support contact, or its privacy statement): an address, a URL or a sentence; null if there is none. */
export const notice = z._default(z.nullable(z.string()), null);

/** A test as a candidate sees it; `duration` in minutes. */
export const shownTest = z.object({ testName: z.string(), duration: z.int(), questions: z.int() });
