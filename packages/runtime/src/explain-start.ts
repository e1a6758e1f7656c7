import { BackupError, MigrationError, StoreAbsent, StoreUnavailable } from '@assay/store';
import type { Config } from './config.ts';
import { databaseFileOf, dataDirectoryOf } from './data-directory.ts';
import { isDiskFault } from './disk-fault.ts';
import { StorageError } from './prove-storage.ts';
import { SecretError } from './secret.ts';

type Fault = Error & { readonly code: string; readonly syscall?: string; readonly path?: string };

/** The error of the system or the driver, which others may have as their cause. */
const faultOf = (error: unknown): Fault | undefined => {
  if (!(error instanceof Error)) return undefined;
  // The cast holds because the code is text; the other two are the system's own fields, where it has them.
  const own = 'code' in error && typeof error.code === 'string' ? (error as Fault) : undefined;
  return faultOf(error.cause) ?? own;
};

const ofDisk: readonly (readonly [codes: RegExp, reason: string])[] = [
  [/^(EEXIST|ENOTDIR)$/, 'it, or a folder above it, is a file; choose a directory'],
  [
    /^(EACCES|EPERM|SQLITE_CANTOPEN|SQLITE_READONLY|SQLITE_PERM|SQLITE_AUTH)/,
    'this user may not read and write there; give it the directory',
  ],
  [/^(ENOSPC|EDQUOT|SQLITE_FULL)/, 'the disk is full; make room'],
  [/^EROFS$/, 'its file system only reads; choose another one'],
  [/^(EIO|SQLITE_IOERR)/, 'the disk fails; look at the log of the system'],
  [/^(SQLITE_NOTADB|SQLITE_CORRUPT)/, 'its database is damaged; keep it as it is, and restore a backup (assay-server restore)'],
  [/^SQLITE_BUSY/, 'another program keeps the database locked; end that one'],
];

const ofDirectory = (config: Config, { code, path }: Fault): string | undefined => {
  const [, reason] = ofDisk.find(([codes]) => codes.test(code)) ?? [];
  if (reason === undefined) return undefined;
  const directory = dataDirectoryOf(config);
  const inside = path === undefined || path === directory ? '' : `, ${path}`;
  return `The data directory ${directory} (ASSAY_DATA_DIR) cannot be used: ${reason} (${code}${inside})`;
};

/** Without the password, which is in the URL. */
const placeOf = (url: string): string => {
  if (!URL.canParse(url)) return 'PostgreSQL';
  const { host, pathname } = new URL(url);
  return `PostgreSQL at ${host}${pathname}`;
};

const ofServer: readonly (readonly [codes: RegExp, advice: string])[] = [
  // No such role or database, or not ours.
  [/^(28...|3D000|42501)$/, 'correct ASSAY_DATABASE_URL'],
  [/^(25006|53100|58030)$/, 'it must be able to write: make room, or name the primary in ASSAY_DATABASE_URL'],
  [/^(55P03|57014|25P03)$/, 'somebody keeps its tables locked: start again when that has ended'],
];

const ofPostgres = (url: string, error: unknown, fault: Fault | undefined): string | undefined => {
  const known = fault === undefined ? undefined : ofServer.find(([codes]) => codes.test(fault.code));
  if (known !== undefined) return `${placeOf(url)} refuses: ${fault?.message}; ${known[1]}`;
  if (!(error instanceof StoreUnavailable)) return undefined;
  const reason = fault?.code ?? (error.cause instanceof Error ? error.cause.message : 'no answer');
  return `${placeOf(url)} cannot be reached (${reason}): start it, or correct ASSAY_DATABASE_URL`;
};

const ofAddress = (config: Config, { code, syscall }: Fault): string | undefined => {
  if (code === 'EADDRINUSE')
    return 'The port is in use: set ASSAY_PORT to another one (a worker: ASSAY_WORKER_PORT), or stop what listens there.';
  if (code === 'EACCES' && syscall === 'listen') return 'This user may not listen on the port: set ASSAY_PORT to one above 1023.';
  if (code === 'EADDRNOTAVAIL' || syscall === 'getaddrinfo') return `ASSAY_HOST: ${config.ASSAY_HOST} is no address of this machine`;
  return undefined;
};

/** Why a process could not start, in one line for the operator; undefined: an unforeseen error, whose stack is of use. */
export const explainStart = (error: unknown, config: Config): string | undefined => {
  if (error instanceof BackupError || error instanceof MigrationError || error instanceof SecretError || error instanceof StorageError)
    return error.message;
  const { ASSAY_DATABASE_URL: url } = config;
  if (error instanceof StoreAbsent)
    return `There is no service in ${url === undefined ? databaseFileOf(config) : placeOf(url)}: run this in the folder in which the server was started, or with its ASSAY_DATA_DIR or ASSAY_DATABASE_URL`;
  const fault = faultOf(error);
  const ofDatabase = url === undefined || isDiskFault(error) ? undefined : ofPostgres(url, error, fault);
  if (ofDatabase !== undefined || fault === undefined) return ofDatabase;
  return ofAddress(config, fault) ?? ofDirectory(config, fault);
};
