/** Statuses of a test. API v2 knows the first two; it shows an archived test as inactive. */
export const testStatuses = ['Active', 'Inactive', 'Archived'] as const;
export type TestStatus = (typeof testStatuses)[number];

export const v2TestStatuses = ['Active', 'Inactive'] as const satisfies readonly TestStatus[];
