import {
  ApiKeyBody,
  ApiKeyList,
  ApiKeySummary,
  CreatedApiKey,
  ExtraTimeBody,
  ImportResult,
  InvitationPage,
  InvitationTimeline,
  ListInvitationsQuery,
  ManagedInvitation,
  ManagedTest,
  ManagedTestSummary,
  ok,
  ProctoringImages,
  TestFile,
  TestStatusBody,
  TestVersions,
  TimeZoneList,
  timeZones,
} from '@assay/domain';
import {
  createApiKey,
  getImage,
  getInvitation,
  getInvitationTimeline,
  getManagedTest,
  giveExtraTime,
  importTest,
  listApiKeys,
  listImages,
  listInvitations,
  listTestVersions,
  resetInvitation,
  revokeApiKey,
  setTestStatus,
} from '@assay/operations';
import type { ApiRoute } from './api-route.ts';
import { imageDownload } from './downloads.ts';
import { deliveryRows } from './manage-deliveries.ts';
import { id, type ManageRow } from './manage-row.ts';
import { testRows } from './manage-tests.ts';

/** A test of 1,000 long questions still fits. */
const testFileLimit = 16 * 1024 * 1024;

const rows: readonly ManageRow[] = [
  {
    method: 'POST',
    url: '/manage/v1/tests',
    operationId: 'importTest',
    summary: 'Import a test file: a new test, or a new version of the test with the same key',
    body: TestFile,
    bodyLimit: testFileLimit,
    result: ImportResult,
    refusals: ['resource.conflict'],
    run: (ctx, { body }) => importTest({ ctx, input: { file: body } }),
  },
  {
    method: 'GET',
    url: '/manage/v1/tests/:testId',
    operationId: 'getManagedTest',
    summary: 'A test with its key, version, maximum score and how far its candidates got',
    result: ManagedTestSummary,
    run: (ctx, request) => getManagedTest({ ctx, input: { testId: id(request, 'testId') } }),
  },
  {
    method: 'GET',
    url: '/manage/v1/tests/:testId/versions',
    operationId: 'listTestVersions',
    summary: 'Versions of a test, newest first',
    result: TestVersions,
    run: (ctx, request) => listTestVersions({ ctx, input: { testId: id(request, 'testId') } }),
  },
  {
    method: 'POST',
    url: '/manage/v1/tests/:testId/status',
    operationId: 'setTestStatus',
    summary: 'Activate, deactivate or archive a test',
    body: TestStatusBody,
    result: ManagedTest,
    refusals: ['resource.conflict'],
    run: (ctx, request) => setTestStatus({ ctx, input: { testId: id(request, 'testId'), body: request.body } }),
  },
  {
    method: 'GET',
    url: '/manage/v1/tests/:testId/invitations',
    operationId: 'listInvitations',
    summary: 'List and search the invitations of a test, newest first',
    query: ListInvitationsQuery,
    result: InvitationPage,
    run: (ctx, request) => listInvitations({ ctx, input: { testId: id(request, 'testId'), query: request.query } }),
  },
  {
    method: 'GET',
    url: '/manage/v1/invitations/:testInvitationId',
    operationId: 'getInvitation',
    summary: 'One invitation',
    result: ManagedInvitation,
    run: (ctx, request) => getInvitation({ ctx, input: { testInvitationId: id(request, 'testInvitationId') } }),
  },
  {
    method: 'GET',
    url: '/manage/v1/invitations/:testInvitationId/timeline',
    operationId: 'getInvitationTimeline',
    summary: 'All that happened to an invitation, oldest first',
    result: InvitationTimeline,
    run: (ctx, request) => getInvitationTimeline({ ctx, input: { testInvitationId: id(request, 'testInvitationId') } }),
  },
  {
    method: 'POST',
    url: '/manage/v1/invitations/:testInvitationId/reset',
    operationId: 'resetInvitation',
    summary: 'Archive the attempt; the same take URL starts again',
    result: ManagedInvitation,
    refusals: ['resource.conflict'],
    run: (ctx, request) => resetInvitation({ ctx, input: { testInvitationId: id(request, 'testInvitationId') } }),
  },
  {
    method: 'POST',
    url: '/manage/v1/invitations/:testInvitationId/extra-time',
    operationId: 'giveExtraTime',
    summary: 'Give an attempt more minutes',
    body: ExtraTimeBody,
    result: ManagedInvitation,
    refusals: ['resource.conflict', 'take.deadline-passed'],
    run: (ctx, request) => giveExtraTime({ ctx, input: { testInvitationId: id(request, 'testInvitationId'), body: request.body } }),
  },
  {
    method: 'GET',
    url: '/manage/v1/timezones',
    operationId: 'listTimeZones',
    summary: 'The time-zone table: every timeZoneId',
    result: TimeZoneList,
    run: async () => ok({ timeZones }),
  },
  {
    method: 'GET',
    url: '/manage/v1/keys',
    operationId: 'listApiKeys',
    summary: 'API keys of the account; a key itself is never shown again',
    result: ApiKeyList,
    run: (ctx) => listApiKeys({ ctx }),
  },
  {
    method: 'POST',
    url: '/manage/v1/keys',
    operationId: 'createApiKey',
    summary: 'Make an API key; the answer is the only place that shows it',
    body: ApiKeyBody,
    result: CreatedApiKey,
    run: (ctx, { body }) => createApiKey({ ctx, input: { body } }),
  },
  {
    method: 'POST',
    url: '/manage/v1/keys/:keyId/revoke',
    operationId: 'revokeApiKey',
    summary: 'Revoke an API key at once',
    result: ApiKeySummary,
    run: (ctx, request) => revokeApiKey({ ctx, input: { keyId: id(request, 'keyId') } }),
  },
];

/** Webcam images, of links that ask for them. */
const images: readonly ApiRoute[] = [
  {
    method: 'GET',
    url: '/manage/v1/invitations/:testInvitationId/images',
    operationId: 'listImages',
    tag: 'Management',
    summary: 'Webcam images of an invitation, oldest first',
    result: ProctoringImages,
    refusals: ['resource.not-found'],
    run: (ctx, request) => listImages({ ctx, input: { testInvitationId: id(request, 'testInvitationId') } }),
  },
  {
    method: 'GET',
    url: '/manage/v1/invitations/:testInvitationId/images/:imageId',
    operationId: 'getImage',
    tag: 'Management',
    summary: 'One webcam image',
    result: 'image/jpeg',
    refusals: ['resource.not-found'],
    run: async (ctx, request) => {
      const imageId = id(request, 'imageId');
      const image = await getImage({ ctx, input: { testInvitationId: id(request, 'testInvitationId'), imageId } });
      return image.ok ? ok(imageDownload(imageId, image.value)) : image;
    },
  },
];

/** The management API: what recruiters, authors and operators need beyond API v2. */
export const manageRoutes: readonly ApiRoute[] = [
  ...[...rows, ...testRows, ...deliveryRows].map(
    (row): ApiRoute => ({ refusals: row.url.includes(':') ? ['resource.not-found'] : [], ...row, tag: 'Management' }),
  ),
  ...images,
];
