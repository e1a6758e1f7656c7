import type { OperationName, Operations, takeOperations } from '@assay/domain';
import { getAccount, getLogo, updateAccountSettings } from './account/account-settings.ts';
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from './account/api-keys.ts';
import { listAudit } from './account/audit.ts';
import { getAccountQuotas } from './account/get-quotas.ts';
import { listTimeZones } from './account/time-zones.ts';
import { exportAnswersPdf } from './answers/export-answers.ts';
import { exportReportBundle } from './answers/export-bundle.ts';
import { exportAnswersExcel } from './answers/export-test-answers.ts';
import { getAnswerFile } from './answers/get-answer-file.ts';
import { listAnswers } from './answers/list-answers.ts';
import { duplicateTest } from './assessment/duplicate-test.ts';
import { exportTest } from './assessment/export-test.ts';
import { getTest } from './assessment/get-test.ts';
import { importTest } from './assessment/import-test.ts';
import { listManagedTests } from './assessment/list-managed-tests.ts';
import { listTests } from './assessment/list-tests.ts';
import { getManagedTest, listTestVersions } from './assessment/managed-test.ts';
import { previewTest } from './assessment/preview-test.ts';
import { setTestStatus } from './assessment/set-test-status.ts';
import type { CandidateRunnable } from './attempt/candidate-operation.ts';
import { submitAttempt } from './attempt/complete-attempt.ts';
import { getAttempt } from './attempt/get-attempt.ts';
import { getLanguages } from './attempt/get-languages.ts';
import { getPicture, getSealedPicture } from './attempt/get-picture.ts';
import { getImage, listImages } from './attempt/read-images.ts';
import { recordCamera } from './attempt/record-camera.ts';
import { recordEdits } from './attempt/record-edits.ts';
import { recordEvents } from './attempt/record-events.ts';
import { runCode } from './attempt/run-code.ts';
import { saveAnswer } from './attempt/save-answer.ts';
import { saveFile } from './attempt/save-file.ts';
import { saveImage } from './attempt/save-image.ts';
import { savePlace } from './attempt/save-place.ts';
import { startAttempt } from './attempt/start-attempt.ts';
import { issueTicket } from './attempt/ticket.ts';
import { compareCandidates, exportComparisonPdf } from './comparison/compare-candidates.ts';
import { listCallbackSecrets, rotateCallbackSecret } from './delivery/callback-secrets.ts';
import { getDelivery, listDeliveries } from './delivery/read-deliveries.ts';
import { redeliverDelivery, redeliverFailed } from './delivery/redeliver.ts';
import { sendSampleCallback } from './delivery/send-sample-callback.ts';
import { getRegrade } from './grading/get-regrade.ts';
import { previewRegrade } from './grading/preview-regrade.ts';
import { regradeTest } from './grading/regrade-test.ts';
import { cancelInvitation } from './invitation/cancel-invitation.ts';
import { giveExtraTime, resetInvitation } from './invitation/change-invitation.ts';
import { getInvitation, getInvitationTimeline } from './invitation/get-invitation.ts';
import { inviteCandidate } from './invitation/invite-candidate.ts';
import { inviteCandidates } from './invitation/invite-candidates.ts';
import { listInvitations } from './invitation/list-invitations.ts';
import { reattemptInvitation } from './invitation/reattempt-invitation.ts';
import { registerCandidate, registerCandidateByLink } from './invitation/register-candidate.ts';
import { revokeReportUrl } from './invitation/revoke-report-url.ts';
import { sendInvitationEmail } from './invitation/send-invitation-email.ts';
import { createTestLink } from './link/create-test-link.ts';
import { getLinkSettings, updateLinkSettings } from './link/link-settings.ts';
import { getTestLink, listTestLinks } from './link/read-test-links.ts';
import { updateTestLink } from './link/update-test-link.ts';
import { exportReportPdf } from './report/export-report.ts';
import { exportReportExcel } from './report/export-test-report.ts';
import { getInvitationReport } from './report/get-invitation-report.ts';
import { getReport, getSectionReports, getSkillReports } from './report/get-report.ts';
import { claimReview } from './review/claim-review.ts';
import { getReviewFile } from './review/get-review-file.ts';
import { gradeReview } from './review/grade-review.ts';
import { getReview, listReviews } from './review/read-reviews.ts';
import { exportStatisticsPdf, getTestStatistics } from './statistics/get-test-statistics.ts';
import { exportSubmissionsPdf } from './submissions/export-submissions.ts';
import { listSimilarSubmissions } from './submissions/list-similar-submissions.ts';
import { listSubmissions } from './submissions/list-submissions.ts';
import type { Runnable } from './support/operation.ts';

/** Every operation that an API key can call, by operationId. */
export const api = {
  listTests,
  getTest,
  createTestLink,
  updateTestLink,
  getTestLink,
  listTestLinks,
  registerCandidate,
  registerCandidateByLink,
  cancelInvitation,
  reattemptInvitation,
  getRegrade,
  getReport,
  getSectionReports,
  getSkillReports,
  exportReportPdf,
  exportReportExcel,
  listManagedTests,
  importTest,
  getManagedTest,
  exportTest,
  duplicateTest,
  previewTest,
  listTestVersions,
  previewRegrade,
  regradeTest,
  setTestStatus,
  getLinkSettings,
  updateLinkSettings,
  listInvitations,
  inviteCandidate,
  inviteCandidates,
  getInvitation,
  getInvitationTimeline,
  resetInvitation,
  giveExtraTime,
  revokeReportUrl,
  sendInvitationEmail,
  compareCandidates,
  exportComparisonPdf,
  exportStatisticsPdf,
  listSimilarSubmissions,
  getTestStatistics,
  getInvitationReport,
  listAnswers,
  getAnswerFile,
  exportAnswersPdf,
  exportAnswersExcel,
  listSubmissions,
  exportSubmissionsPdf,
  exportReportBundle,
  listImages,
  getImage,
  listReviews,
  getReview,
  getReviewFile,
  claimReview,
  gradeReview,
  listDeliveries,
  getDelivery,
  redeliverDelivery,
  redeliverFailed,
  listCallbackSecrets,
  rotateCallbackSecret,
  sendSampleCallback,
  listTimeZones,
  listApiKeys,
  createApiKey,
  rotateApiKey,
  revokeApiKey,
  listAudit,
  getAccount,
  getAccountQuotas,
  getLogo,
  updateAccount: updateAccountSettings,
} satisfies { [Name in OperationName]: Runnable<Operations[Name]> };

/** Every operation of the candidate protocol that a take URL's token can call. */
export const takeApi = {
  getAttempt,
  startAttempt,
  getPicture,
  getSealedPicture,
  getLanguages,
  saveAnswer,
  saveFile,
  savePlace,
  issueTicket,
  runCode,
  recordEdits,
  recordEvents,
  recordCamera,
  saveImage,
  submitAttempt,
} satisfies { [Name in keyof typeof takeOperations]: CandidateRunnable<(typeof takeOperations)[Name], unknown> };
