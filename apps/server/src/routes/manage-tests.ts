import {
  AccountBody,
  AccountSettings,
  BulkInviteBody,
  BulkInviteResult,
  CreatedApiKey,
  DuplicateBody,
  ExportTestQuery,
  ImportResult,
  ListManagedTestsQuery,
  ManagedTestPage,
  ok,
  RotateKeyBody,
  TestFile,
  TestPreview,
} from '@assay/domain';
import {
  duplicateTest,
  exportTest,
  getAccount,
  inviteCandidates,
  listManagedTests,
  previewTest,
  rotateApiKey,
  updateAccountSettings,
} from '@assay/operations';
import { questionsWithHtml } from '../candidate/with-html.ts';
import { id, type ManageRow } from './manage-row.ts';

/** 500 candidates with long names and addresses still fit. */
const bulkLimit = 4 * 1024 * 1024;

/** What a terminal needs beyond single tests and candidates. */
export const testRows: readonly ManageRow[] = [
  {
    method: 'GET',
    url: '/manage/v1/tests',
    operationId: 'listManagedTests',
    summary: 'Tests with how far their candidates got, newest first; archived ones only when asked for',
    query: ListManagedTestsQuery,
    result: ManagedTestPage,
    run: (ctx, { query }) => listManagedTests({ ctx, input: { query } }),
  },
  {
    method: 'GET',
    url: '/manage/v1/tests/:testId/file',
    operationId: 'exportTest',
    summary: 'A version of a test as a test file, which can be imported again',
    query: ExportTestQuery,
    result: TestFile,
    run: (ctx, request) => exportTest({ ctx, input: { testId: id(request, 'testId'), query: request.query } }),
  },
  {
    method: 'POST',
    url: '/manage/v1/tests/:testId/duplicate',
    operationId: 'duplicateTest',
    summary: 'A new, inactive test with the content of another one',
    body: DuplicateBody,
    optionalBody: true,
    result: ImportResult,
    refusals: ['resource.not-found', 'resource.conflict'],
    run: (ctx, request) => duplicateTest({ ctx, input: { testId: id(request, 'testId'), body: request.body } }),
  },
  {
    method: 'GET',
    url: '/manage/v1/tests/:testId/preview',
    operationId: 'previewTest',
    summary: 'A test as its candidates would see it; nothing is recorded',
    result: TestPreview,
    run: async (ctx, request) => {
      const preview = await previewTest({ ctx, input: { testId: id(request, 'testId') } });
      return preview.ok ? ok({ ...preview.value, questions: await questionsWithHtml(preview.value.questions) }) : preview;
    },
  },
  {
    method: 'POST',
    url: '/manage/v1/tests/:testId/invitations/bulk',
    operationId: 'inviteCandidates',
    summary: 'Register up to 500 candidates, with a result for each',
    body: BulkInviteBody,
    bodyLimit: bulkLimit,
    result: BulkInviteResult,
    run: (ctx, request) => inviteCandidates({ ctx, input: { testId: id(request, 'testId'), body: request.body } }),
  },
  {
    method: 'POST',
    url: '/manage/v1/keys/:keyId/rotate',
    operationId: 'rotateApiKey',
    summary: 'Make a key with the name and scopes of another one, which ends after `overlapHours`',
    body: RotateKeyBody,
    optionalBody: true,
    result: CreatedApiKey,
    refusals: ['resource.not-found', 'resource.conflict'],
    run: (ctx, request) => rotateApiKey({ ctx, input: { keyId: id(request, 'keyId'), body: request.body } }),
  },
  {
    method: 'GET',
    url: '/manage/v1/account',
    operationId: 'getAccount',
    summary: 'The account that the key belongs to',
    result: AccountSettings,
    run: (ctx) => getAccount({ ctx }),
  },
  {
    method: 'POST',
    url: '/manage/v1/account',
    operationId: 'updateAccount',
    summary: "Change the account's name, email, time zone or notices; what is left out stays",
    body: AccountBody,
    result: AccountSettings,
    run: (ctx, { body }) => updateAccountSettings({ ctx, input: { body } }),
  },
];
