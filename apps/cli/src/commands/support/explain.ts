import { AssayProtocolError, AssayRefusal, AssayTimeout, AssayUnreachable } from '@assay/client';
import { type Explanation, exitCode, Failure, PartlyFailed, UsageError } from './failures.ts';

/** What a refused caller does next, by `statuscode`. */
const nextOf: Readonly<Record<string, string>> = {
  '401.1': 'The key is not (or no longer) valid there. Run: assay login',
  '403.1': 'Use a key with that scope. See what this one may do: assay doctor',
  '403.4': 'Look at its status: assay invitations show ID',
  '404.1': 'See what there is: assay tests list, assay links list TEST, assay invitations list TEST',
  '409.1': 'Look at it as it is now, and try again if it is still what you want.',
  '429.1': 'Wait a little and try again.',
  '500.1': 'The fault is in the server: give its operator the request id.',
  '503.1': 'The server is not ready. Try again in a minute.',
};

const protocolNext = {
  'not-an-envelope': 'Is this the URL of an Assay server? Check it: assay doctor',
  'unexpected-result': 'The server may be of another version than this client. Check it: assay doctor',
  'no-management-api': 'This server speaks API v2 only; the command needs the management API (/manage/v1).',
  redirect: 'Use the URL that the server has itself: assay login',
} as const satisfies Record<AssayProtocolError['reason'], string>;

const codeOf = (error: Error): string | undefined => ('code' in error && typeof error.code === 'string' ? error.code : undefined);

/** Failures of the file system that a person can put right. */
const fileFaults: Readonly<Record<string, string>> = {
  ENOENT: 'Is the path right?',
  EACCES: 'You may not read or write there.',
  EPERM: 'You may not read or write there.',
  EISDIR: 'It is a directory: name a file.',
  ENOTDIR: 'A part of the path is no directory.',
  ENOSPC: 'The disk is full.',
  EROFS: 'The disk is read-only.',
  EDQUOT: 'Your quota of the disk is used up.',
};

/** Puts a failure into words; undefined for a bug, which is for the caller to show with its stack. */
export const explain = (error: unknown): Explanation | undefined => {
  if (error instanceof UsageError) return { message: error.message, next: error.next, code: exitCode.usage };
  if (error instanceof Failure) return { message: error.message, next: error.next, code: exitCode.failed };
  if (error instanceof PartlyFailed) return { message: '', code: exitCode.failed };
  if (error instanceof AssayRefusal) {
    const id = error.requestId === null ? '' : `, request ${error.requestId}`;
    return { message: `${error.message} (${error.statuscode}${id})`, next: nextOf[error.statuscode], code: exitCode.failed };
  }
  if (error instanceof AssayUnreachable || error instanceof AssayTimeout)
    return { message: error.message, next: 'Is the server up, and its URL right? Check it: assay doctor', code: exitCode.failed };
  if (error instanceof AssayProtocolError) return { message: error.message, next: protocolNext[error.reason], code: exitCode.failed };
  if (error instanceof Error) {
    const code = codeOf(error);
    const next = code === undefined ? undefined : fileFaults[code];
    if (next !== undefined) return { message: error.message, next, code: exitCode.failed };
  }
  return undefined;
};
