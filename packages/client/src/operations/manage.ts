import {
  AccountSettings,
  ApiKeyList,
  ApiKeySummary,
  BulkInviteResult,
  CallbackSecrets,
  CreatedApiKey,
  DeliveryDetail,
  DeliveryPage,
  ImportResult,
  InvitationPage,
  InvitationTimeline,
  InviteResult,
  ManagedDelivery,
  ManagedInvitation,
  ManagedTest,
  ManagedTestPage,
  ManagedTestSummary,
  ProctoringImages,
  RedeliverResult,
  SampleCallbackResult,
  TestFile,
  TestPreview,
  TestVersions,
  TimeZoneList,
} from '@assay/domain';
import type { Reader } from '../wire/reader.ts';
import type { Timeline } from '../wire/results.ts';
import type {
  AccountInput,
  ApiKeyInput,
  DuplicateInput,
  ExtraTimeInput,
  InviteInput,
  ListDeliveriesInput,
  ListInvitationsInput,
  ListManagedTestsInput,
  RotateKeyInput,
  RotateSecretInput,
  SampleCallbackInput,
  TestFileInput,
  TestStatusInput,
} from './inputs.ts';
import { as, download, query, read, sends, write } from './operation.ts';

const test = '/manage/v1/tests/{testId}';
const invitation = '/manage/v1/invitations/{testInvitationId}';
const delivery = '/manage/v1/deliveries/{deliveryId}';
const timeline: Reader<Timeline> = as(InvitationTimeline);
const paging = { limit: 'limit', cursor: 'cursor' };

/** The operations of the management API, by operationId. */
export const manageOperations = {
  listManagedTests: read({
    path: '/manage/v1/tests',
    query: query<ListManagedTestsInput>({ ...paging, status: 'status', search: 'search' }),
    result: as(ManagedTestPage),
  }),
  importTest: write({ path: '/manage/v1/tests', body: sends<TestFileInput>(), result: as(ImportResult) }),
  getManagedTest: read({ path: test, result: as(ManagedTestSummary) }),
  exportTest: read({
    path: `${test}/file`,
    query: query<{ version?: number | undefined }>({ version: 'version' }),
    result: as(TestFile),
  }),
  duplicateTest: write({ path: `${test}/duplicate`, body: sends<DuplicateInput>(), result: as(ImportResult) }),
  previewTest: read({ path: `${test}/preview`, result: as(TestPreview) }),
  listTestVersions: read({ path: `${test}/versions`, result: as(TestVersions) }),
  setTestStatus: write({ path: `${test}/status`, body: sends<TestStatusInput>(), result: as(ManagedTest) }),

  listInvitations: read({
    path: `${test}/invitations`,
    query: query<ListInvitationsInput>({ ...paging, status: 'status', search: 'search' }),
    result: as(InvitationPage),
  }),
  inviteCandidate: write({ path: `${test}/invitations`, body: sends<InviteInput>(), result: as(InviteResult) }),
  inviteCandidates: write({
    path: `${test}/invitations/bulk`,
    body: sends<{ candidates: readonly InviteInput[] }>(),
    result: as(BulkInviteResult),
  }),
  getInvitation: read({ path: invitation, result: as(ManagedInvitation) }),
  getInvitationTimeline: read({ path: `${invitation}/timeline`, result: timeline }),
  resetInvitation: write({ path: `${invitation}/reset`, result: as(ManagedInvitation) }),
  giveExtraTime: write({ path: `${invitation}/extra-time`, body: sends<ExtraTimeInput>(), result: as(ManagedInvitation) }),
  sendInvitationEmail: write({ path: `${invitation}/email`, result: as(ManagedDelivery) }),
  listImages: read({ path: `${invitation}/images`, result: as(ProctoringImages) }),
  getImage: download(`${invitation}/images/{imageId}`),

  listDeliveries: read({
    path: '/manage/v1/deliveries',
    query: query<ListDeliveriesInput>({
      ...paging,
      state: 'state',
      kind: 'kind',
      testId: 'testId',
      testInvitationId: 'testInvitationId',
    }),
    result: as(DeliveryPage),
  }),
  getDelivery: read({ path: delivery, result: as(DeliveryDetail) }),
  redeliverDelivery: write({ path: `${delivery}/redeliver`, result: as(ManagedDelivery) }),
  redeliverFailed: write({ path: `${test}/redeliver-failed`, result: as(RedeliverResult) }),
  listCallbackSecrets: read({ path: '/manage/v1/callback-secrets', result: as(CallbackSecrets) }),
  rotateCallbackSecret: write({
    path: '/manage/v1/callback-secrets/rotate',
    body: sends<RotateSecretInput>(),
    result: as(CallbackSecrets),
  }),
  // Nothing of it is kept, so a second try would call the receiver a second time.
  sendSampleCallback: write({
    path: '/manage/v1/callback-samples',
    body: sends<SampleCallbackInput>(),
    repeat: 'never',
    result: as(SampleCallbackResult),
  }),

  listTimeZones: read({ path: '/manage/v1/timezones', result: as(TimeZoneList) }),
  listApiKeys: read({ path: '/manage/v1/keys', result: as(ApiKeyList) }),
  // The answer holds the key itself, which the server keeps nowhere: it cannot answer the same again.
  createApiKey: write({ path: '/manage/v1/keys', body: sends<ApiKeyInput>(), repeat: 'never', result: as(CreatedApiKey) }),
  rotateApiKey: write({
    path: '/manage/v1/keys/{keyId}/rotate',
    body: sends<RotateKeyInput>(),
    repeat: 'never',
    result: as(CreatedApiKey),
  }),
  revokeApiKey: write({ path: '/manage/v1/keys/{keyId}/revoke', result: as(ApiKeySummary) }),
  getAccount: read({ path: '/manage/v1/account', result: as(AccountSettings) }),
  updateAccount: write({ path: '/manage/v1/account', body: sends<AccountInput>(), result: as(AccountSettings) }),
};
