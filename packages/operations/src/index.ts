export { getAccount, updateAccountSettings } from './account/account-settings.ts';
export { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './account/api-keys.ts';
export { authenticate } from './account/authenticate.ts';
export { ensureFirstAccount, type FirstAccount } from './account/ensure-first-account.ts';
export { createAccount, findAccount, listAccounts, updateAccount } from './account/manage-accounts.ts';
export { getOrganization, type Organization } from './account/organization.ts';
export { duplicateTest } from './assessment/duplicate-test.ts';
export { exportTest } from './assessment/export-test.ts';
export { getTest } from './assessment/get-test.ts';
export { importTest } from './assessment/import-test.ts';
export { listManagedTests } from './assessment/list-managed-tests.ts';
export { listTests } from './assessment/list-tests.ts';
export { getManagedTest, listTestVersions } from './assessment/managed-test.ts';
export { previewTest } from './assessment/preview-test.ts';
export { setTestStatus } from './assessment/set-test-status.ts';
export { closeOverdueAttempts, submitAttempt } from './attempt/complete-attempt.ts';
export { getAttempt } from './attempt/get-attempt.ts';
export type { Candidate } from './attempt/open-invitation.ts';
export { getImage, listImages } from './attempt/read-images.ts';
export { recordCamera } from './attempt/record-camera.ts';
export { recordEvents } from './attempt/record-events.ts';
export { saveAnswer } from './attempt/save-answer.ts';
export { saveImage } from './attempt/save-image.ts';
export { startAttempt } from './attempt/start-attempt.ts';
export { attemptDelivery, type DeliveryAttempt } from './delivery/attempt-delivery.ts';
export { listCallbackSecrets, rotateCallbackSecret } from './delivery/callback-secrets.ts';
export { type ClaimedDelivery, type ClaimedLanes, claimDeliveries } from './delivery/claim-deliveries.ts';
export { countWaitingDeliveries } from './delivery/count-waiting.ts';
export { mailLane } from './delivery/enqueue.ts';
export { getDelivery, listDeliveries } from './delivery/read-deliveries.ts';
export { recordDeliveryAttempt } from './delivery/record-delivery-attempt.ts';
export { redeliverDelivery, redeliverFailed } from './delivery/redeliver.ts';
export { releaseDeliveryLease } from './delivery/release-delivery-lease.ts';
export { sendSampleCallback } from './delivery/send-sample-callback.ts';
export { cancelInvitation } from './invitation/cancel-invitation.ts';
export { giveExtraTime, resetInvitation } from './invitation/change-invitation.ts';
export { getInvitation, getInvitationTimeline } from './invitation/get-invitation.ts';
export { inviteCandidate } from './invitation/invite-candidate.ts';
export { inviteCandidates } from './invitation/invite-candidates.ts';
export { getJoinState, joinTest } from './invitation/join-test.ts';
export { listInvitations } from './invitation/list-invitations.ts';
export { reattemptInvitation } from './invitation/reattempt-invitation.ts';
export { registerCandidate, registerCandidateByLink } from './invitation/register-candidate.ts';
export { sendInvitationEmail } from './invitation/send-invitation-email.ts';
export { createTestLink } from './link/create-test-link.ts';
export { getTestLink, listTestLinks } from './link/read-test-links.ts';
export { updateTestLink } from './link/update-test-link.ts';
export { exportReportPdf, openReport } from './report/export-report.ts';
export { exportReportExcel, type TestReportExport } from './report/export-test-report.ts';
export { generateReports } from './report/generate-reports.ts';
export { getReport, getSectionReports } from './report/get-report.ts';
export type { Assay, Context, ImageStore, Outcome } from './support/context.ts';
export { forgetIdempotencyKeys } from './support/forget-idempotency-keys.ts';
export type {
  Email,
  EmailAnswer,
  InvitationEmail,
  Outbound,
  OutgoingCallback,
  ReceiptEmail,
  StakeholderEmail,
} from './support/outbound.ts';
export { TestVersions } from './support/test-versions.ts';
export { defaultTimings, type Timings } from './support/timings.ts';
