import { z } from 'zod';
import { WireId } from '../wire/ids.ts';
import { intParameter } from '../wire/paging.ts';
import { secretFor } from '../wire/secret-field.ts';
import { v2TestStatuses } from './test-status.ts';

/** `testStatus` of a test (api-v2.md §3.1). */
export const WireTestStatus = z.enum(v2TestStatuses);

/** Section of a test (api-v2.md §2.2). `sectionType` is capitalised as in the sample. */
export const WireSection = z.object({
  sectionName: z.string(),
  sectionType: z.string(),
  questions: z.int(),
  duration: z.int(),
});
export type WireSection = z.output<typeof WireSection>;

/** Test (api-v2.md §2.2) as in lists: no sections. `duration` is in minutes. */
export const WireTest = z.object({
  testId: WireId,
  testName: z.string(),
  accessKey: secretFor('invite'),
  duration: z.int(),
  questions: z.int(),
  testStatus: WireTestStatus,
});
export type WireTest = z.output<typeof WireTest>;

export const WireTestDetails = WireTest.extend({ sections: z.array(WireSection) });
export type WireTestDetails = z.output<typeof WireTestDetails>;

export const WireTestList = z.object({ tests: z.array(WireTest), testsCount: z.int() });
export type WireTestList = z.output<typeof WireTestList>;

/** Query of list tests (api-v2.md §4.1). */
export const ListTestsQuery = z.object({ page_size: intParameter(1, 100, 20), page_no: intParameter(1, 999_999_999, 1) });
