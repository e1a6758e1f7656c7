import { AssayProtocolError, AssayRefusal, AssayTimeout, AssayUnreachable } from '@assay/client';
import { exitCode, Failure, PartlyFailed } from './failures.ts';

/** A failure in words: a sentence, the next step if there is one, and the exit code. */
type Explanation = { readonly message: string; readonly next?: string | undefined; readonly code: number };

/** The next step after a refusal, by `statuscode`. */
const nextOf: Readonly<Record<string, string>> = {
  '401.1': 'The key is not (or no longer) valid there. Run: assay login',
  '403.1': 'Use a key with that scope. See what this one may do: assay doctor',
  '403.4': 'Look at its status: assay invitations show ID',
  '404.1': 'See what there is: assay tests list, assay links list TEST, assay invitations list TEST, assay review list',
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

/** The client's messages name the operation that failed, which means nothing to the person who typed a command. */
const withoutOperation = ({ message, operation }: { readonly message: string; readonly operation: string }): string =>
  message.startsWith(`${operation}: `) ? message.slice(operation.length + 2) : message;

/** The cast holds for errors of Node's file system; others have neither property. */
const factsOf = (error: Error): { readonly code: string; readonly path: string } => {
  const { code = '', path = '' } = error as NodeJS.ErrnoException;
  return { code, path };
};

/** Failures of the file system that a person can fix. */
const fileFaults: Readonly<Record<string, readonly [message: string, next: string]>> = {
  ENOENT: ['there is no such file', 'Is the path right?'],
  EACCES: ['you may not read or write there', 'Name another place, or have it allowed.'],
  EPERM: ['you may not read or write there', 'Name another place, or have it allowed.'],
  EISDIR: ['is a directory', 'Name a file.'],
  ENOTDIR: ['a part of the path is no directory', 'Is the path right?'],
  ENOSPC: ['the disk is full', 'Make room, or name another place.'],
  EROFS: ['the disk is read-only', 'Name another place.'],
  EIO: ['it cannot be read or written', 'Is the device there?'],
  ENXIO: ['nothing reads there', 'Name another place.'],
  EPIPE: ['nothing reads there any more', 'Name another place.'],
  ELOOP: ['its symbolic links lead in a circle', 'Is the path right?'],
  EDQUOT: ['your quota of the disk is used up', 'Make room, or name another place.'],
};

/** A failure in words; undefined for a bug, which the caller shows with its stack. */
export const explain = (error: unknown): Explanation | undefined => {
  if (error instanceof Failure) return { message: error.message, next: error.next, code: error.code };
  if (error instanceof PartlyFailed) return { message: '', code: exitCode.failed };
  if (error instanceof AssayRefusal) {
    const id = error.requestId === null ? '' : `, request ${error.requestId}`;
    return { message: `${error.message} (${error.statuscode}${id})`, next: nextOf[error.statuscode], code: exitCode.failed };
  }
  if (error instanceof AssayTimeout)
    return {
      message: `The server gave no answer within ${error.timeoutMs / 1_000} s.`,
      next: 'Is it up, and its URL right? Check it: assay doctor. A command waits longer with --timeout SECONDS.',
      code: exitCode.failed,
    };
  if (error instanceof AssayUnreachable)
    return { message: withoutOperation(error), next: 'Is the server up, and its URL right? Check it: assay doctor', code: exitCode.failed };
  if (error instanceof AssayProtocolError)
    return { message: withoutOperation(error), next: protocolNext[error.reason], code: exitCode.failed };
  if (error instanceof Error) {
    const { code, path } = factsOf(error);
    const [message, next] = fileFaults[code] ?? [];
    if (message !== undefined) return { message: path === '' ? message : `${path}: ${message}`, next, code: exitCode.failed };
  }
  return undefined;
};
