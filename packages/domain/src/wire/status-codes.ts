/**
 * The status-code catalogue (api-v2.md §7, and docs/decisions where it is silent). `statuscode` is what the envelope carries,
 * its class is the HTTP status. One subcode per candidate refusal, so that a page need not read prose.
 */
type Statuscode = `${number}.${number}`;

export const statuscodes = {
  'request.invalid': '400.1',
  'request.unauthenticated': '401.1',
  'request.forbidden': '403.1',
  'invitation.not-cancellable': '403.4',
  'invitation.not-reattemptable': '403.4',
  'take.not-open': '403.11',
  'take.closed': '403.12',
  'take.outside-slot': '403.13',
  'take.inactive': '403.14',
  'take.cancelled': '403.15',
  'take.deadline-passed': '403.16',
  'take.completed': '403.17',
  'take.superseded': '403.18',
  'take.taken-over': '403.19',
  'join.invite-only': '403.21',
  'join.already-invited': '403.22',
  'resource.not-found': '404.1',
  'route.not-found': '404.2',
  'method.not-allowed': '405.1',
  'resource.conflict': '409.1',
  'report.link-expired': '410.1',
  'report.link-revoked': '410.1',
  'join.link-expired': '410.2',
  'body.too-large': '413.1',
  'media-type.unsupported': '415.1',
  'request.rate-limited': '429.1',
  'service.fault': '500.1',
  'service.unavailable': '503.1',
} as const satisfies Record<string, Statuscode>;

export type RefusalCode = keyof typeof statuscodes;

const notAvailable = 'The test cannot be taken';

/** Apart from the codes: the candidate's page loads only those. */
const descriptions = {
  '400.1': 'The request is invalid',
  '401.1': 'The API key is missing or invalid',
  '403.1': 'The API key lacks the scope',
  '403.4': 'Operation on resource cannot be performed',
  '403.11': notAvailable,
  '403.12': notAvailable,
  '403.13': notAvailable,
  '403.14': notAvailable,
  '403.15': notAvailable,
  '403.16': notAvailable,
  '403.17': notAvailable,
  '403.18': notAvailable,
  '403.19': notAvailable,
  '403.21': 'Registration is by invitation only',
  '403.22': 'The candidate is already invited',
  '404.1': 'No such resource',
  '404.2': 'No such route',
  '405.1': 'The method is not allowed on this route',
  '409.1': 'The request conflicts with the state of the resource',
  '410.1': 'The address has expired',
  '410.2': 'The address has expired',
  '413.1': 'The request body is too large',
  '415.1': 'The media type is not supported',
  '429.1': 'Too many requests',
  '500.1': 'An unexpected fault',
  '503.1': 'The service is unavailable',
} as const satisfies Record<(typeof statuscodes)[RefusalCode], string>;

export const descriptionOf = (code: RefusalCode): string => descriptions[statuscodes[code]];

export const success = { statuscode: '200.1', description: 'The request has succeeded.' } as const;

/** HTTP status of a `statuscode`: its class (`403.4` → 403). */
export const httpStatusOf = (statuscode: string): number => Number.parseInt(statuscode, 10);

/** Why something was not done: a stable code for programs and one sentence for people. `retryAfterSeconds`: where it is known when to try again. */
export type Refusal<Code extends RefusalCode = RefusalCode> = {
  readonly code: Code;
  readonly message: string;
  readonly retryAfterSeconds?: number;
};

export const refusal = <Code extends RefusalCode>(code: Code, message: string): Refusal<Code> => ({ code, message });
