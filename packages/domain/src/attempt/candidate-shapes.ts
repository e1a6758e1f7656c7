import * as z from 'zod/mini';

/** Shapes of the candidate protocol. Instants are ISO 8601 with milliseconds and `Z`. */
export const instant = z.string();

// Only the page reads it, and reports no faults of it: a discriminated union would weigh half a kilobyte there for nothing.
export const wireAccess = z.union([
  z.object({ state: z.literal('open'), closesAt: z.nullable(instant) }),
  z.object({ state: z.literal(['not-open', 'outside-slot']), opensAt: instant }),
  z.object({ state: z.literal('closed'), closedAt: instant }),
  z.object({ state: z.literal('inactive') }),
]);
export type WireAccess = z.output<typeof wireAccess>;

/** Whom to ask, and what becomes of the data: an address, a URL or a sentence of the account; null when it says nothing. */
export const notice = z._default(z.nullable(z.string()), null);

/** A test as a candidate sees it; `duration` in minutes. */
export const shownTest = z.object({ testName: z.string(), duration: z.int(), questions: z.int() });
