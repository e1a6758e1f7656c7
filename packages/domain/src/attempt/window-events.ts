export const windowEventTypes = ['left', 'returned'] as const;

/** The candidate left the test window or returned to it. `at`: server time, milliseconds since 1970. */
export type WindowEvent = { readonly type: (typeof windowEventTypes)[number]; readonly at: number };
