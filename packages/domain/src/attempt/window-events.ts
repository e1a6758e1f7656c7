export const windowEventTypes = ['left', 'returned'] as const;

/** The candidate's page reports that the test window was left or returned to. `at`: server time, milliseconds since 1970. */
export type WindowEvent = { readonly type: (typeof windowEventTypes)[number]; readonly at: number };
