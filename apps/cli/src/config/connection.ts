import type { Context } from '../support/context.ts';
import { Failure, UsageError } from '../support/failures.ts';
import { type Profile, readProfiles } from './profiles.ts';

/** The server's URL and the API key; `profile` is null when both come from the environment. */
export type Connection = Profile & { readonly profile: string | null };

/** An absolute http or https URL without a trailing slash, query or fragment. Throws UsageError. */
export const readUrl = (text: string, name: string): string => {
  const trimmed = text.trim();
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new UsageError(`${name} must be the URL of an Assay server, such as https://assay.example.com, not ${JSON.stringify(trimmed)}.`);
  if (url.username !== '' || url.password !== '') throw new UsageError(`${name} must not hold a password.`);
  return url.href.replace(/\/+$/, '');
};

/**
 * The connection of a command: `ASSAY_URL` and `ASSAY_API_KEY` win over the named profile, and that over the current one.
 * A profile's key is never sent to a URL that comes from the environment alone.
 */
export const findConnection = async (context: Context, named: string | undefined): Promise<Connection | undefined> => {
  const envUrl = (context.env.ASSAY_URL ?? '').trim();
  const envKey = (context.env.ASSAY_API_KEY ?? '').trim();
  if (!/^[\x21-\x7e]*$/.test(envKey)) throw new UsageError('ASSAY_API_KEY is no API key: it has spaces or letters that no key has.');
  const url = envUrl === '' ? undefined : readUrl(envUrl, 'ASSAY_URL');
  if (url !== undefined && envKey !== '') return { url, apiKey: envKey, profile: null };
  const { current, profiles } = await readProfiles(await context.configDirectory());
  const name = named ?? current ?? undefined;
  const found = name === undefined ? undefined : Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (named !== undefined && found === undefined)
    throw new UsageError(`There is no profile ${named}.`, `Run: assay login --profile ${named}`);
  if (url !== undefined && found?.url !== url)
    throw new UsageError('ASSAY_URL is set without ASSAY_API_KEY.', 'Set both, or neither and run: assay login');
  if (found === undefined || name === undefined) return undefined;
  return { url: found.url, apiKey: envKey === '' ? found.apiKey : envKey, profile: name };
};

export const requireConnection = async (context: Context, named: string | undefined): Promise<Connection> => {
  const connection = await findConnection(context, named);
  if (connection === undefined) throw new Failure('No server is known yet.', 'Run: assay login   (or set ASSAY_URL and ASSAY_API_KEY)');
  return connection;
};
