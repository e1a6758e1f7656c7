export { withDecodedLogo } from './account/account-settings.ts';
export { forgetAuditEntries } from './account/audit.ts';
export { authenticate } from './account/authenticate.ts';
export { chooseEngine, listEngineChoices } from './account/choose-engine.ts';
export { acceptClock, type ClockLook, checkClock, resumeClock } from './account/clock-of-database.ts';
export { ApiKeyRefused, ensureFirstAccount, type FirstAccount } from './account/ensure-first-account.ts';
export { forgetQuotaUses } from './account/forget-quota-uses.ts';
export { createAccount, findAccount, listAccounts, updateAccount } from './account/manage-accounts.ts';
export { mostAccountsCounted, mostUsedQuotas } from './account/most-used-quotas.ts';
export { acceptSecret, isSecretOfDatabase } from './account/secret-of-database.ts';
export { type QuotaChanges, setQuotas } from './account/set-quotas.ts';
export { acceptStorage, countSampledFiles, isStorageOfDatabase } from './account/storage-of-database.ts';
export type { TestAnswersExport } from './answers/export-test-answers.ts';
export { api, takeApi } from './api.ts';
export { type RenderWalk, renderVersions } from './assessment/render-versions.ts';
export { closeOverdueAttempts } from './attempt/complete-attempt.ts';
export type { Picture } from './attempt/get-picture.ts';
export { type Candidate, readToken } from './attempt/open-invitation.ts';
export { type Organization, openPage } from './attempt/open-page.ts';
export { admitImage } from './attempt/save-image.ts';
export { sweepImages } from './attempt/sweep-images.ts';
export { attemptDelivery, type DeliveryAttempt } from './delivery/attempt-delivery.ts';
export { type ClaimedDelivery, claimDeliveries } from './delivery/claim-deliveries.ts';
export { countWaitingDeliveries, mostCounted } from './delivery/count-waiting.ts';
export { mailLane } from './delivery/enqueue.ts';
export { recordDeliveryAttempt } from './delivery/record-delivery-attempt.ts';
export { releaseDeliveryLease } from './delivery/release-delivery-lease.ts';
export { type ClaimedGrading, type ClaimTurns, claimGradings, isRegrade } from './grading/claim-gradings.ts';
export { countWaitingGradings } from './grading/count-waiting.ts';
export { type GradingFailure, type GradingOutcome, gradeSubmission, gradingOutcomes } from './grading/grade-submission.ts';
export { addRegrades } from './grading/regrade-test.ts';
export { addToSearchIndex } from './invitation/add-to-search-index.ts';
export { confirmJoin, getConfirmation } from './invitation/confirm-join.ts';
export { getJoinState, joinTest } from './invitation/join-test.ts';
export { openReport, type ReportUrlRefusal } from './report/export-report.ts';
export type { TestReportExport } from './report/export-test-report.ts';
export { type FreedReport, freeReports } from './report/free-reports.ts';
export { generateReports } from './report/generate-reports.ts';
export type { Assay, CleanFile, CodeRunner, Context, FileDraft, FileStore, ImageStore, Outcome, Uncleanable } from './support/context.ts';
export { forgetIdempotencyKeys } from './support/forget-idempotency-keys.ts';
export { forgetStagedTexts } from './support/forget-staged-texts.ts';
export { inParts } from './support/in-parts.ts';
export { jsonParts } from './support/json-parts.ts';
export { LargeBody, type ReadApart } from './support/large-body.ts';
export { meteredRunner } from './support/metered-runner.ts';
export { makingReady } from './support/not-ready.ts';
export { refuseScope } from './support/operation.ts';
export type {
  ConfirmationEmail,
  Email,
  EmailResult,
  InvitationEmail,
  Outbound,
  OutgoingCallback,
  ReceiptEmail,
  StakeholderEmail,
} from './support/outbound.ts';
export { limitsOf } from './support/quotas.ts';
export { RenderedVersions } from './support/rendered-versions.ts';
export { NotRun, runSubmission } from './support/run-submission.ts';
export { bundleKey } from './support/signing-key.ts';
export { TestVersions } from './support/test-versions.ts';
export { defaultTimings, type Timings } from './support/timings.ts';
export type { TakeToken } from './support/tokens.ts';
export { apiKeyPrefix } from './support/tokens.ts';
