import { StoreUnavailable } from '@assay/store';

/** A full disk, an exceeded quota, an I/O error, or a file system that only reads; a driver's error has the disk's as its cause. */
export const isDiskFault = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && /^(ENOSPC|EDQUOT|EIO|EROFS)$/.test(String(error.code))) || isDiskFault(error.cause));

/** StoreUnavailable if it is the disk that failed; undefined for any other error. */
export const diskFault = (error: unknown, disk: string): StoreUnavailable | undefined =>
  isDiskFault(error) ? new StoreUnavailable(`${disk} failed`, { cause: error }) : undefined;
