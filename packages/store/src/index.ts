export type { Db, Tx } from './db.ts';
export { currentOwner, type Owner, workFor } from './fair-queue.ts';
export { MigrationError } from './migrations/online.ts';
export { openStore, StoreAbsent, type StoreLocation } from './open-store.ts';
export * as accountLogos from './repositories/account/account-logos.ts';
export * as accountQuotas from './repositories/account/account-quotas.ts';
export * as accounts from './repositories/account/accounts.ts';
export * as apiKeys from './repositories/account/api-keys.ts';
export * as auditEntries from './repositories/account/audit-entries.ts';
export * as idempotency from './repositories/account/idempotency.ts';
export * as installation from './repositories/account/installation.ts';
export * as nearestQuotas from './repositories/account/nearest-quotas.ts';
export * as quotaUses from './repositories/account/quota-uses.ts';
export * as storedBytes from './repositories/account/stored-bytes.ts';
export * as largeTexts from './repositories/assessment/large-texts.ts';
export * as regrades from './repositories/assessment/regrades.ts';
export * as renderedVersions from './repositories/assessment/rendered-versions.ts';
export * as testPictures from './repositories/assessment/test-pictures.ts';
export * as tests from './repositories/assessment/tests.ts';
export * as answerFiles from './repositories/attempt/answer-files.ts';
export * as answers from './repositories/attempt/answers.ts';
export { attemptKeyOf } from './repositories/attempt/attempt-key.ts';
export * as gradings from './repositories/attempt/gradings.ts';
export * as imageSweeps from './repositories/attempt/image-sweeps.ts';
export * as places from './repositories/attempt/places.ts';
export * as proctoringImages from './repositories/attempt/proctoring-images.ts';
export * as recordings from './repositories/attempt/recordings.ts';
export * as setAsideAnswers from './repositories/attempt/set-aside-answers.ts';
export * as typedTexts from './repositories/attempt/typed-texts.ts';
export * as windowEvents from './repositories/attempt/window-events.ts';
export * as callbackSecrets from './repositories/delivery/callback-secrets.ts';
export * as deliveries from './repositories/delivery/deliveries.ts';
export * as invitations from './repositories/invitation/invitations.ts';
export * as search from './repositories/invitation/search.ts';
export * as timeline from './repositories/invitation/timeline.ts';
export * as testLinks from './repositories/link/test-links.ts';
export * as reports from './repositories/report/reports.ts';
export * as testTallies from './repositories/report/test-tallies.ts';
export * as waitingReports from './repositories/report/waiting-reports.ts';
export * as reviewQueue from './repositories/review/review-queue.ts';
export * as reviews from './repositories/review/reviews.ts';
export type * from './schema.ts';
export type { Below, Found } from './search-slice.ts';
export type { ClockJump, ClockMemory } from './service-clock.ts';
export { jumpMs } from './service-clock.ts';
export {
  BackupError,
  backupSqlite,
  copyPrivate,
  refuseHalfRestored,
  restoreSqlite,
  secretBeside,
  syncDirectoryOf,
} from './sqlite/backup.ts';
export { type Store, StoreUnavailable } from './store.ts';
export { createTurns } from './turns-of-loop.ts';
