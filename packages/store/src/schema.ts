import type {
  AccessTime,
  CodeAnswer,
  CompletedBy,
  DeliveryKind,
  DeliveryOutcome,
  DeliveryState,
  FileTypeName,
  GradeType,
  InvitationOrigin,
  InvitationStatus,
  LinkStatus,
  RecordedKind,
  ReportStatus,
  ReviewState,
  SettingColumns,
  TestStatus,
  WindowEvent,
} from '@assay/domain';
import type { Generated } from 'kysely';

/**
 * Rows as stored, the same on both engines. Instants are milliseconds since 1970 UTC, flags 0 or 1, structured values JSON text.
 * Every table starts with `account_id`, and every key and query carries it, so that the schema distributes by account.
 */
export type Schema = {
  accounts: AccountRow;
  account_logos: AccountLogoRow;
  account_quotas: AccountQuotaRow;
  quota_uses: QuotaUseRow;
  stored_bytes: StoredBytesRow;
  api_keys: ApiKeyRow;
  audit_entries: AuditEntryRow;
  tests: TestRow;
  test_versions: TestVersionRow;
  rendered_versions: RenderedVersionRow;
  test_pictures: TestPictureRow;
  large_texts: LargeTextRow;
  large_text_parts: LargeTextPartRow;
  test_links: TestLinkRow;
  invitations: InvitationRow;
  archived_attempts: ArchivedAttemptRow;
  answers: AnswerRow;
  answer_files: AnswerFileRow;
  late_answers: LateAnswerRow;
  set_aside_answers: SetAsideAnswerRow;
  places: PlaceRow;
  window_events: WindowEventRow;
  recordings: RecordingRow;
  gradings: GradingRow;
  regrades: RegradeRow;
  reviews: ReviewRow;
  review_grades: ReviewGradeRow;
  typed_texts: TypedTextRow;
  reports: ReportRow;
  test_tallies: TestTallyRow;
  timeline: TimelineRow;
  deliveries: DeliveryRow;
  delivery_attempts: DeliveryAttemptRow;
  callback_secrets: CallbackSecretRow;
  proctoring_images: ProctoringImageRow;
  image_sweeps: ImageSweepRow;
  idempotency_keys: IdempotencyRow;
};

export type AccountRow = {
  account_id: Generated<number>;
  name: string;
  /** Replies to mails go there, and completions of links that name nobody; null when the account has no address. */
  email: string | null;
  time_zone_id: number;
  /** Tests that are not archived. Counting 100,000 rows would cost more than reading the page that shows the count. */
  tests_count: number;
  created_at: number;
} & {
  /** One that cannot be null has a default. */
  [Column in keyof SettingColumns]: null extends SettingColumns[Column] ? SettingColumns[Column] : Generated<SettingColumns[Column]>;
};

/** Apart from the account, which is read with most requests. */
export type AccountLogoRow = {
  account_id: number;
  /** In base64. */
  jpeg: string;
};

/** What the operator set; without a row the default holds. */
export type AccountQuotaRow = {
  account_id: number;
  quota: string;
  /** Null: no limit. */
  most: number | null;
};

/** What an account took of a quota in a window, in parts: on PostgreSQL one row would make all who take wait for each other. */
export type QuotaUseRow = {
  account_id: number;
  quota: string;
  window_start: number;
  slot: number;
  used: number;
};

/**
 * How many bytes of files, images, test versions and their pictures an account stores, in parts, which add up to it and may be negative.
 * Triggers of those tables keep it.
 */
export type StoredBytesRow = {
  account_id: number;
  slot: number;
  bytes: number;
};

/** The one table that is read without an account: the hash of a key identifies it. */
export type ApiKeyRow = {
  account_id: number;
  key_id: Generated<number>;
  key_hash: string;
  prefix: string;
  name: string;
  scopes: string;
  created_at: number;
  revoked_at: number | null;
  expires_at: number | null;
  last_used_at: number | null;
  /** Which key it began as, if it was rotated. */
  first_key_id: number | null;
};

/** A change that decides who may do what, or where results go. `key_id` is null for one by the operator. */
export type AuditEntryRow = {
  account_id: number;
  entry_id: Generated<number>;
  key_id: number | null;
  type: string;
  data: string;
  at: number;
};

export type TestRow = {
  account_id: number;
  test_id: Generated<number>;
  test_key: string | null;
  name: string;
  status: TestStatus;
  access_key: string;
  version: number;
  duration: number;
  questions: number;
  total_score: string;
  created_at: number;
  updated_at: number;
};

export type TestVersionRow = {
  account_id: number;
  test_id: number;
  version: number;
  name: string;
  duration: number;
  questions: number;
  total_score: string;
  /** Empty where it is large; then `definition_digest` names its text. */
  definition: string;
  definition_digest: string | null;
  created_at: number;
  /** Of each question that is answered with a program, by language; null without such questions. */
  run_limits: string | null;
  /** In the order of the paper. */
  question_ids: string;
};

/** What candidates see of a version, rendered when it was imported, or later by a newer renderer. */
export type RenderedVersionRow = {
  account_id: number;
  test_id: number;
  version: number;
  /** Number of the renderer. */
  renderer: number;
  /** Empty where it is large; then `content_digest` names its text. */
  content: string;
  content_digest: string | null;
  rendered_at: number;
};

/** A text of megabytes, by the SHA-256 of its UTF-8. */
export type LargeTextRow = {
  account_id: number;
  digest: string;
  /** When it was written last; null once a row names it. */
  staged_at: number | null;
};

export type LargeTextPartRow = {
  account_id: number;
  digest: string;
  part: number;
  content: string;
};

/** A picture in the texts of a test, once for all its versions. */
export type TestPictureRow = {
  account_id: number;
  test_id: number;
  picture_id: number;
  media_type: string;
  /** In base64, as `sealed`, which it opens. */
  picture_key: string;
  /** Empty in a test with megabytes of pictures; then `sealed_digest` names its text, which has one part. */
  sealed: string;
  sealed_digest: string | null;
};

export type TestLinkRow = {
  account_id: number;
  test_link_id: Generated<number>;
  test_id: number;
  name: string;
  access_key: string;
  access_time: AccessTime;
  starts_at: number | null;
  ends_at: number | null;
  time_zone_id: number;
  invite_candidate_only: 0 | 1;
  image_proctoring: 0 | 1;
  email_to_stakeholder: string | null;
  status: LinkStatus;
  created_at: number;
  updated_at: number;
  /** 1: who registers by the link is invited when the address that is mailed to them is opened. */
  confirm_email: Generated<0 | 1>;
};

/** An invitation with its running or last attempt. `test_link_id` is 0 for a direct invitation: NULL in a unique key allows duplicates. */
export type InvitationRow = {
  account_id: number;
  invitation_id: Generated<number>;
  test_id: number;
  test_link_id: number;
  email: string;
  email_key: string;
  full_name: string;
  /** Email key and name in lower case, because SQLite's lower() folds ASCII only. */
  search_text: string;
  callback_url: string | null;
  redirect_url: string | null;
  status: InvitationStatus;
  generation: number;
  is_current: 0 | 1;
  extra_minutes: number;
  attempt: number;
  version: number | null;
  started_at: number | null;
  duration: number | null;
  window_end: number | null;
  deadline: number | null;
  completed_at: number | null;
  completed_by: CompletedBy | null;
  created_at: number;
  updated_at: number;
  /** The session that may save; null until a client names one, `''` once one that names none took over. */
  session_id: string | null;
  /** How often all report URLs sent until then were ended, beside the resets. */
  report_revocations: Generated<number>;
  origin: InvitationOrigin;
  /** 0: name and address were typed into a join page, perhaps by somebody else, so no mail to the address carries the name. */
  email_confirmed: 0 | 1;
  /** When the page was heard of in the last seconds before the deadline; null or an earlier instant: it was not. */
  seen_at: number | null;
  /** What its URLs carry beside its id, which another invitation may get after a restore. */
  nonce: string;
};

export type ArchivedAttemptRow = {
  account_id: number;
  invitation_id: number;
  attempt: number;
  version: number;
  started_at: number;
  deadline: number;
  completed_at: number | null;
  completed_by: CompletedBy | null;
  archived_at: number;
};

export type AnswerRow = {
  account_id: number;
  invitation_id: number;
  attempt: number;
  question_id: number;
  answer: string;
  revision: number;
  saved_at: number;
  /** 1: arrived after the grace period and counts. */
  late: Generated<0 | 1>;
  /** Its changes, as `formatHistory` of the domain writes them. */
  history: Generated<string>;
};

/** An uploaded file, which an answer may name. Its bytes are in the store of files under `storage_key`. */
export type AnswerFileRow = {
  account_id: number;
  file_id: string;
  invitation_id: number;
  attempt: number;
  question_id: number;
  storage_key: string;
  /** As it is shown, cleaned. */
  name: string;
  type: FileTypeName;
  bytes: number;
  sha256: string;
  created_at: number;
  /** 1: its attempt is completed and an answer names it, so the sweep looks at it no more. */
  settled: 0 | 1;
};

/** An answer that gave way to another device's. `digest` is of the answer, so that the same one is kept once. */
export type SetAsideAnswerRow = {
  account_id: number;
  invitation_id: number;
  attempt: number;
  question_id: number;
  digest: string;
  answer: string;
  at: number;
};
/** An answer that arrived too late to count. */
export type LateAnswerRow = Omit<AnswerRow, 'late' | 'history'>;

/** Where the candidate is in the test; `flags` holds question ids. */
export type PlaceRow = {
  account_id: number;
  invitation_id: number;
  attempt: number;
  question_id: number;
  flags: string;
  saved_at: number;
  /** Which question came on the screen when, as `formatVisit` of the domain writes them. */
  visits: Generated<string>;
};

export type WindowEventRow = {
  account_id: number;
  invitation_id: number;
  attempt: number;
  event_id: string;
  type: WindowEvent['type'];
  at: number;
};

/** How much an attempt has recorded of a kind, so that no request counts rows. `latest_at` is when it last did. */
export type RecordingRow = {
  account_id: number;
  invitation_id: number;
  attempt: number;
  kind: RecordedKind;
  recorded: number;
  latest_at: number;
};

/**
 * The grading of one answer with a program. `round` is 1 for the one after completion; each regrade adds another, with the version whose
 * cases it runs. `not_before` orders the claims; a claim is a lease until `lease_until`. It is done when `result` is there.
 */
export type GradingRow = {
  account_id: number;
  invitation_id: number;
  attempt: number;
  question_id: number;
  round: number;
  test_id: number;
  version: number;
  failures: number;
  not_before: number;
  lease_until: number;
  last_error: string | null;
  result: string | null;
  created_at: number;
  graded_at: number | null;
};

/**
 * The walk over the reports of a test that grades each by the keys of `version`, and gives each program a round with its cases. The ids are
 * those walked last; `question_id` is 0.
 */
export type RegradeRow = {
  account_id: number;
  test_id: number;
  version: number;
  question_id: number;
  invitation_id: number;
  attempt: number;
  requested_at: number;
  done_at: number | null;
  /** Why, in the words of who requested it. */
  reason: string | null;
  /** 1: callbacks tell of the scores that it changes. */
  notify: Generated<0 | 1>;
};

/**
 * An answer that people grade, open while `closed_at` is null. `grades` counts those that were given, `given` the graders who gave them.
 * `claimed_by`: the API key that grades it until `claimed_until`, 0 for the operator. `public_id` is random and the only id that leaves the
 * service: `review_id` is counted, so that those of one attempt are neighbours.
 */
export type ReviewRow = {
  account_id: number;
  review_id: Generated<number>;
  public_id: number;
  invitation_id: number;
  attempt: number;
  question_id: number;
  test_id: number;
  version: number;
  state: ReviewState;
  grades: number;
  given: number;
  score: string | null;
  claimed_by: number | null;
  claimed_until: number;
  created_at: number;
  closed_at: number | null;
};

/** A grade, which is never changed: the latest of a grader counts. `grader` is an API key, 0 the operator. */
export type ReviewGradeRow = {
  account_id: number;
  review_id: number;
  number: number;
  grader: number;
  type: GradeType;
  marks: string;
  comment: string | null;
  reason: string | null;
  at: number;
};

/** What was typed into one text of an attempt. `batch` is the last one that `session_id` sent. */
export type TypedTextRow = {
  account_id: number;
  invitation_id: number;
  attempt: number;
  question_id: number;
  language: CodeAnswer['language'];
  edits: string;
  edit_count: number;
  session_id: string | null;
  batch: number;
};

/** A report of one attempt. It copies the facts of the attempt, so that they survive a reset. */
export type ReportRow = {
  account_id: number;
  invitation_id: number;
  attempt: number;
  test_id: number;
  version: number;
  started_at: number;
  completed_at: number;
  completed_by: CompletedBy;
  /** The candidate's name at the completion, which a registration may have changed since. */
  candidate_name: string;
  status: ReportStatus;
  failures: number;
  not_before: number;
  lease_until: number;
  last_error: string | null;
  generated_at: number | null;
  /** JSON; null until the report is generated. */
  figures: string | null;
  content: string | null;
  created_at: number;
  /** The figures before a regrade by the cases of `regraded_version`; null if the last regrade did not change them. */
  former_figures: string | null;
  regraded_version: number | null;
  /** The version whose keys, marks and tolerances grade it; null: that of its attempt. */
  key_version: number | null;
  /** What `wrongAnswersOf` made of it when it was graded; null until then. */
  wrong_answers: string | null;
};

/** Attempts of a test that are counted, up to the report that was generated last of them. */
export type TestTallyRow = {
  account_id: number;
  test_id: number;
  nonce: string;
  /** The last attempt that was counted, and the sums; null before the first count. */
  counted: string | null;
};

export type TimelineRow = {
  account_id: number;
  entry_id: Generated<number>;
  invitation_id: number;
  type: string;
  data: string;
  at: number;
};

/**
 * The outbox. `not_before` orders the claims; a claim is a lease until `lease_until`. Limits apply per `lane`: the host of a callback,
 * or `mail`. `destination` is for display; each send reads the present one.
 */
export type DeliveryRow = {
  account_id: number;
  delivery_id: Generated<number>;
  test_id: number;
  /** Null for a confirmation email; its attempt is 0. */
  invitation_id: number | null;
  attempt: number;
  kind: DeliveryKind;
  lane: string;
  destination: string;
  state: DeliveryState;
  failures: number;
  attempts_made: number;
  not_before: number;
  lease_until: number;
  last_error: string | null;
  created_at: number;
  settled_at: number | null;
  /** The email key, where somebody caused this mail on a join page: such mails are limited per address. */
  joiner_key: string | null;
  /** What a confirmation email confirms, encrypted. */
  sealed: string | null;
  /** As of an invitation, for the message id. */
  nonce: string;
  /** What it tells of: 0 a completion, the version of the test for its regrade, and else, where there may be many, its own sequence. */
  regrade: Generated<number>;
  /** Of a callback, what it says and its number among those of the invitation; written once, both, before it is sent first. */
  body: string | null;
  sequence: number | null;
};

export type DeliveryAttemptRow = {
  account_id: number;
  delivery_id: number;
  number: number;
  at: number;
  duration: number;
  outcome: DeliveryOutcome['type'];
  destination: string;
  status: number | null;
  response: string | null;
  error: string | null;
};

/** Secrets that sign callbacks, encrypted and not hashed because the API shows them. `expires_at` is null for the one in use. */
export type CallbackSecretRow = {
  account_id: number;
  secret_id: Generated<number>;
  sealed: string;
  created_at: number;
  expires_at: number | null;
};

export type IdempotencyRow = {
  account_id: number;
  idempotency_key: string;
  fingerprint: string;
  response: string;
  created_at: number;
};

/** A webcam image; its bytes are in the image store under `storage_key`. Until they are, `stored` is 0 and nobody sees the image. */
export type ProctoringImageRow = {
  account_id: number;
  image_id: Generated<number>;
  invitation_id: number;
  attempt: number;
  storage_key: string;
  bytes: number;
  width: number;
  height: number;
  taken_at: number;
  stored: Generated<0 | 1>;
};

/** When the files of an account's webcam images were last compared with their rows. It is also the lease of the worker that does it. */
export type ImageSweepRow = { account_id: number; swept_at: number };
