import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { saveFile } from '../files/save-file.ts';
import { Failure } from '../support/failures.ts';

export type Profile = { readonly url: string; readonly apiKey: string };
/** `current` is the profile of the last login, which is used when no profile is named. */
export type Profiles = { readonly current: string | null; readonly profiles: Readonly<Record<string, Profile>> };

export const profilesFile = (directory: string): string => join(directory, 'profiles.json');

const isProfile = (value: unknown): value is Profile =>
  typeof value === 'object' &&
  value !== null &&
  'url' in value &&
  'apiKey' in value &&
  typeof value.url === 'string' &&
  typeof value.apiKey === 'string';

const isProfiles = (value: unknown): value is Profiles =>
  typeof value === 'object' &&
  value !== null &&
  'current' in value &&
  (value.current === null || typeof value.current === 'string') &&
  'profiles' in value &&
  typeof value.profiles === 'object' &&
  value.profiles !== null &&
  Object.values(value.profiles).every(isProfile);

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
};

const hasCode = (error: unknown, code: string): boolean => error instanceof Error && 'code' in error && error.code === code;
const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT');

/** The profiles in `directory`; empty when there is no file yet. */
export const readProfiles = async (directory: string): Promise<Profiles> => {
  const file = profilesFile(directory);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return { current: null, profiles: {} };
    if (hasCode(error, 'EISDIR')) throw new Failure(`${file} is a directory, not a file of profiles.`, 'Move it away and run: assay login');
    throw error;
  }
  const value = parse(text);
  if (!isProfiles(value)) throw new Failure(`${file} is not a file of profiles.`, 'Move it away and run: assay login');
  return value;
};

type Keeping = { readonly name: string; readonly profile: Profile; readonly makeCurrent: boolean; readonly signal: AbortSignal };

/** Saves a profile and returns the path of the file, which only its owner may read because it holds keys. */
export const saveProfile = async (directory: string, { name, profile, makeCurrent, signal }: Keeping): Promise<string> => {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const { current, profiles } = await readProfiles(directory);
  const next: Profiles = { current: makeCurrent ? name : current, profiles: { ...profiles, [name]: profile } };
  const file = profilesFile(directory);
  await saveFile(file, [`${JSON.stringify(next, null, 2)}\n`], { signal, mode: 0o600 });
  return file;
};

/** Whether other users of the machine can read the keys; always false on Windows, which has no such modes. */
export const isReadableByOthers = async (directory: string): Promise<boolean> => {
  if (process.platform === 'win32') return false;
  try {
    return ((await stat(profilesFile(directory))).mode & 0o077) !== 0;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
};
