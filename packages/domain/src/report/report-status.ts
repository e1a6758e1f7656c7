/** Generation of a report (api-v2.md §3.4). */
export const reportStatuses = ['Pending', 'In progress', 'Generated'] as const;
export type ReportStatus = (typeof reportStatuses)[number];

/** How an answer was graded (outcome.ts). */
export const questionOutcomes = ['right', 'partial', 'wrong', 'blank'] as const;
export type QuestionOutcome = (typeof questionOutcomes)[number];

/** Whether a pass mark was reached (later versions of API v2). */
export const testResults = ['Pass', 'Fail'] as const;
export type TestResult = (typeof testResults)[number];
