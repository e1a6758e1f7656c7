import { descriptionOf, httpStatusOf, type RefusalCode, statuscodes, success } from '@assay/domain';

type CodeWords = {
  readonly when: string;
  /** What a program that gets it should do. */
  readonly whatToDo: string;
  /** `result` as the service sends it. */
  readonly example: string;
};

const words: { readonly [Code in RefusalCode]: CodeWords } = {
  'request.invalid': {
    when: 'A field, a query parameter or an id does not have the documented form, or the body is not JSON.',
    whatToDo: 'Correct the request; `result` names the field and the rule. Sent unchanged it is refused again.',
    example: 'emailId: must be an email address',
  },
  'request.unauthenticated': {
    when: 'The header `x-api-key` is missing, or the key is unknown, revoked or expired.',
    whatToDo: 'Check the key and the base address. A key that ended is replaced with a new one.',
    example: 'Send a valid API key in the header x-api-key',
  },
  'request.forbidden': {
    when: 'The key is valid and lacks the scope that the operation needs.',
    whatToDo: 'Use a key with that scope. Scopes of a key do not change: make another one.',
    example: 'This API key lacks the scope manage',
  },
  'invitation.not-cancellable': {
    when: 'Cancel, for an invitation whose test is in progress or completed.',
    whatToDo: 'Leave it. A running attempt ends by itself at its deadline; a reset archives it.',
    example: 'The invitation cannot be cancelled: the test is in progress or completed',
  },
  'invitation.not-reattemptable': {
    when: 'Reattempt, for an invitation that is not completed.',
    whatToDo: 'Wait for the completion, or use the take URL that the candidate has.',
    example: 'Reattempt is allowed only on a completed invitation',
  },
  'take.not-open': {
    when: 'The access window of the test link has not begun.',
    whatToDo: 'Start again at `access.opensAt` of the attempt.',
    example: 'This test opens at 2026-03-01T08:00:00 UTC',
  },
  'take.closed': {
    when: 'The access window of the test link is over.',
    whatToDo: 'Nothing the candidate can do; the organization may move the end of the link or invite again.',
    example: 'This test closed at 2026-03-31T18:00:00 UTC',
  },
  'take.outside-slot': {
    when: 'The test is taken within a daily window, and it is not the time of day in the zone of its link.',
    whatToDo: 'Start again at `access.opensAt` of the attempt.',
    example: 'This test is closed for the day; it opens again at 2026-03-02T08:00:00 UTC',
  },
  'take.inactive': {
    when: 'The test or its link is inactive, so nobody may start.',
    whatToDo: 'Nothing the candidate can do; the organization may activate it.',
    example: 'This test is not active at present; ask the people who invited you',
  },
  'take.cancelled': {
    when: 'The invitation was cancelled.',
    whatToDo: 'Nothing the candidate can do; registering them again restores the invitation with a new URL.',
    example: 'This invitation has been cancelled',
  },
  'take.deadline-passed': {
    when: 'The deadline of the attempt is over, for an answer by more than 30 s.',
    whatToDo:
      'Do not repeat the answer without a ticket; the attempt is completed by the service. Extra time is refused too: reset instead.',
    example: 'The time of this test was over at 2026-03-02T10:45:00 UTC',
  },
  'take.completed': {
    when: 'The attempt is completed, so nothing more is saved.',
    whatToDo: 'Show that the test is complete.',
    example: 'This test was completed at 2026-03-02T10:31:00 UTC',
  },
  'take.superseded': {
    when: 'The take URL was replaced by a newer one: after a cancel and a new registration, or a reattempt.',
    whatToDo: 'Use the URL that was sent last.',
    example: 'This test address has been replaced by a newer one',
  },
  'take.taken-over': {
    when: 'Another page or device started the attempt later, and is the one that may save.',
    whatToDo: 'Start again to take it back, with the consent of the candidate.',
    example: 'The test is being taken in another tab or on another device',
  },
  'join.invite-only': {
    when: 'The test link admits only candidates who are invited by email, or a candidate who registered with an access key starts after it became so.',
    whatToDo: 'Ask the organization for an invitation.',
    example: 'Only candidates who were invited by email can take this test',
  },
  'join.already-invited': {
    when: 'The address has an invitation already, which was mailed or handed over when it was made.',
    whatToDo: 'Use the take URL of that invitation; the organization can mail it again.',
    example: 'This email address is already invited to this test; the address of the test has been sent to it',
  },
  'resource.not-found': {
    when: 'No such id, token or access key in this account. What belongs to another account is not found either.',
    whatToDo: 'Check the id and whose key it is. Do not repeat.',
    example: 'No test 77 in this account',
  },
  'route.not-found': {
    when: 'The path is none of this service.',
    whatToDo: 'Check the path and the base address.',
    example: 'No route GET /v2/org/test',
  },
  'method.not-allowed': {
    when: 'The path exists with another method; the header `allow` names those.',
    whatToDo: 'Use the documented method.',
    example: 'DELETE is not allowed here; use GET, POST',
  },
  'resource.conflict': {
    when: 'The state of the resource does not allow it now: not generated yet, changed at the same time, ended; or an `Idempotency-Key` was used with another request.',
    whatToDo: 'Read the resource again, then decide. `result` says which; a report that is not generated yet will be.',
    example: 'The report is not generated yet; try again in a moment',
  },
  'report.link-expired': {
    when: 'A report URL is older than the installation lets them be. Sent by the URL itself, not by the API.',
    whatToDo: 'Fetch the PDF with the API key, or redeliver the callback for a new URL.',
    example: 'This report address has expired',
  },
  'report.link-revoked': {
    when: 'A report URL was revoked, or its attempt was reset. Sent by the URL itself, not by the API.',
    whatToDo: 'Fetch the PDF with the API key, or redeliver the callback for a new URL.',
    example: 'The address was revoked, or the attempt that it shows was reset',
  },
  'join.link-expired': {
    when: 'A mailed confirmation is too old.',
    whatToDo: 'Register once more to get a new one.',
    example: 'This address has expired; register once more to get a new one',
  },
  'body.too-large': {
    when: 'The body has more bytes than the operation accepts.',
    whatToDo: 'Send less, or in parts.',
    example: 'The request body is larger than this route accepts',
  },
  'media-type.unsupported': {
    when: 'The body is not sent as the documented media type.',
    whatToDo: 'Send `content-type: application/json`, or for a webcam image `image/jpeg`.',
    example: 'Send the body as application/json',
  },
  'request.rate-limited': {
    when: 'Too many requests of an address or a token, or with keys that do not exist. A valid API key is not limited.',
    whatToDo: 'Wait as the header `retry-after` says, in seconds, then send it again.',
    example: 'Too many requests; wait as the header Retry-After says',
  },
  'service.fault': {
    when: 'A fault of the service. It is logged with the request id that is in `result` and in the header `x-request-id`.',
    whatToDo: 'Send it again with the same `Idempotency-Key`, a few times with growing pauses; then tell the operator the id.',
    example: 'An unexpected fault; it is logged under request id k3J9x0aQ-4f',
  },
  'service.unavailable': {
    when: 'The database, the disk or the bucket of images and files cannot be reached or written, the service is stopping, or an account asks for too many costly things at a time.',
    whatToDo: 'Wait as `retry-after` says, then send it again with the same `Idempotency-Key`.',
    example: 'The storage is not available at present; try again',
  },
};

export type CatalogueEntry = CodeWords & {
  readonly code: RefusalCode;
  readonly statuscode: string;
  readonly httpStatus: number;
  readonly description: string;
};

/** One refusal of the catalogue. */
export const wordsOf = (code: RefusalCode): CatalogueEntry => ({
  code,
  statuscode: statuscodes[code],
  httpStatus: httpStatusOf(statuscodes[code]),
  description: descriptionOf(code),
  ...words[code],
});

/** Every refusal, in the order of the contract; two of them may share a `statuscode`. */
export const catalogue: readonly CatalogueEntry[] = Object.keys(statuscodes).map((code) => wordsOf(code as RefusalCode));

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The catalogue as a table of Markdown. */
export const catalogueTable = (): string =>
  [
    row(['statuscode', 'description', 'when', 'what to do']),
    row(['---', '---', '---', '---']),
    row([`\`${success.statuscode}\``, success.description, 'The operation was done.', 'Read `result`.']),
    ...catalogue.map(({ statuscode, description, when, whatToDo }) => row([`\`${statuscode}\``, description, when, whatToDo])),
  ].join('\n');
