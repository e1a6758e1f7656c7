import { z } from 'zod';
import { WireId } from '../wire/ids.ts';
import { named } from '../wire/named.ts';
import { intParameter } from '../wire/paging.ts';
import { secretFor } from '../wire/secret-field.ts';
import { v2TestStatuses } from './test-status.ts';

/** `testStatus` of a test (api-v2.md §3.1). */
export const WireTestStatus = z.enum(v2TestStatuses);

/** Section of a test (api-v2.md §2.2). `sectionType` is capitalised as in the sample. */
export const WireSection = named('TestSection', 'A section of a test.', {
  sectionName: z.string(),
  sectionType: z.string(),
  questions: z.int(),
  duration: z.int().describe('Minutes the author plans for it; shown to candidates as advice.'),
});
export type WireSection = z.output<typeof WireSection>;

/** Test (api-v2.md §2.2) as in lists: no sections. `duration` is in minutes. */
export const WireTest = named('Test', 'A test, without its sections.', {
  testId: WireId,
  testName: z.string(),
  accessKey: secretFor('invite', 'The key of the address `/join/{key}`, by which candidates register for the test.'),
  duration: z.int(),
  questions: z.int(),
  testStatus: WireTestStatus.describe('Whether the test can be started.'),
});
export type WireTest = z.output<typeof WireTest>;

export const WireTestDetails = WireTest.extend({ sections: z.array(WireSection) }).meta({
  id: 'TestDetails',
  description: 'A test with its sections.',
});
export type WireTestDetails = z.output<typeof WireTestDetails>;

export const WireTestList = named('TestList', 'A page of tests.', {
  tests: z.array(WireTest).describe('The tests of this page.'),
  testsCount: z.int().describe('Count of all tests.'),
});
export type WireTestList = z.output<typeof WireTestList>;

/** Query of list tests (api-v2.md §4.1). */
export const ListTestsQuery = z.object({
  page_size: intParameter(1, 100, 20).describe('Tests per page.'),
  page_no: intParameter(1, 999_999_999, 1).describe('Number of the page, from 1.'),
});
