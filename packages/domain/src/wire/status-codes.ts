/**
 * The status-code catalogue (api-v2.md §7, and docs/decisions where it is silent). `statuscode` is what the envelope carries,
 * its class is the HTTP status. One subcode per candidate refusal, so that a page need not read prose.
 */
type StatusCode = { readonly statuscode: `${number}.${number}`; readonly description: string };

const notPerformable = 'Operation on resource cannot be performed';
const notAvailable = 'The test cannot be taken';

export const refusalCodes = {
  'request.invalid': { statuscode: '400.1', description: 'The request is invalid' },
  'request.unauthenticated': { statuscode: '401.1', description: 'The API key is missing or invalid' },
  'request.forbidden': { statuscode: '403.1', description: 'The API key lacks the scope' },
  'invitation.not-cancellable': { statuscode: '403.4', description: notPerformable },
  'invitation.not-reattemptable': { statuscode: '403.4', description: notPerformable },
  'take.not-open': { statuscode: '403.11', description: notAvailable },
  'take.closed': { statuscode: '403.12', description: notAvailable },
  'take.outside-slot': { statuscode: '403.13', description: notAvailable },
  'take.inactive': { statuscode: '403.14', description: notAvailable },
  'take.cancelled': { statuscode: '403.15', description: notAvailable },
  'take.deadline-passed': { statuscode: '403.16', description: notAvailable },
  'take.completed': { statuscode: '403.17', description: notAvailable },
  'take.superseded': { statuscode: '403.18', description: notAvailable },
  'take.taken-over': { statuscode: '403.19', description: notAvailable },
  'join.invite-only': { statuscode: '403.21', description: 'Registration is by invitation only' },
  'join.already-invited': { statuscode: '403.22', description: 'The candidate is already invited' },
  'resource.not-found': { statuscode: '404.1', description: 'No such resource' },
  'route.not-found': { statuscode: '404.2', description: 'No such route' },
  'method.not-allowed': { statuscode: '405.1', description: 'The method is not allowed on this route' },
  'resource.conflict': { statuscode: '409.1', description: 'The request conflicts with the state of the resource' },
  'report.link-expired': { statuscode: '410.1', description: 'The address has expired' },
  'report.link-revoked': { statuscode: '410.1', description: 'The address has expired' },
  'join.link-expired': { statuscode: '410.2', description: 'The address has expired' },
  'body.too-large': { statuscode: '413.1', description: 'The request body is too large' },
  'media-type.unsupported': { statuscode: '415.1', description: 'The media type is not supported' },
  'request.rate-limited': { statuscode: '429.1', description: 'Too many requests' },
  'service.fault': { statuscode: '500.1', description: 'An unexpected fault' },
  'service.unavailable': { statuscode: '503.1', description: 'The service is unavailable' },
} as const satisfies Record<string, StatusCode>;

export type RefusalCode = keyof typeof refusalCodes;

export const success = { statuscode: '200.1', description: 'The request has succeeded.' } as const satisfies StatusCode;

/** HTTP status of a `statuscode`: its class (`403.4` → 403). */
export const httpStatusOf = (statuscode: string): number => Number.parseInt(statuscode, 10);

/** Why something was not done: a stable code for programs and one sentence for people. */
export type Refusal<Code extends RefusalCode = RefusalCode> = { readonly code: Code; readonly message: string };

export const refusal = <Code extends RefusalCode>(code: Code, message: string): Refusal<Code> => ({ code, message });
