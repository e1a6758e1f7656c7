import { AssayProtocolError, AssayRefusal } from '@assay/client';
import { readUrl } from '../../config/connection.ts';
import { type Profile, readProfiles, saveProfile } from '../../config/profiles.ts';
import type { CommandResult } from '../../output/output.ts';
import { oneLine } from '../../output/text.ts';
import { type Context, canPrompt } from '../../support/context.ts';
import { UsageError } from '../../support/failures.ts';
import { promptLine, readPiped } from '../../support/prompt.ts';
import { type CommonOptions, clientFor } from '../common/session.ts';

export type LoginOptions = CommonOptions & { readonly url?: string };

const localServer = 'http://127.0.0.1:8080';

const promptUrl = async (context: Context, known: string | undefined): Promise<string> => {
  if (!canPrompt(context))
    throw new UsageError('Nobody can be asked here.', 'Name the server and pipe the key: printf %s "$KEY" | assay login --url URL');
  const suggested = known ?? localServer;
  const answer = (await promptLine(context, `URL of the server [${suggested}]: `)).trim();
  return answer === '' ? suggested : answer;
};

const promptKey = async (context: Context): Promise<string> => {
  // The key would be visible on the screen while it is typed.
  if (!canPrompt(context) && context.stdin.isTTY === true)
    throw new UsageError('Nobody can be asked here: the question would not be seen.');
  const key = (canPrompt(context) ? await promptLine(context, 'API key (not shown): ', { hidden: true }) : await readPiped(context)).trim();
  if (!/^[\x21-\x7e]{8,}$/.test(key))
    throw new UsageError('That is no API key.', 'A key is one word, as `assay-server keys create` or `assay keys create` show it.');
  return key;
};

/** The name of the key's account; null when the server has API v2 only or the key may not read it. Throws when the key is refused. */
const verify = async (context: Context, profile: Profile, options: LoginOptions): Promise<string | null> => {
  const client = clientFor(context, profile, options);
  const call = { signal: context.interrupt.signal };
  try {
    return (await client.getAccount({}, call)).name;
  } catch (error) {
    if (error instanceof AssayProtocolError && error.reason === 'no-management-api') {
      await client.listTests({ pageSize: 1 }, call);
      return null;
    }
    // A key without the scope `read` is still valid.
    if (error instanceof AssayRefusal && error.statuscode === '403.1') return null;
    throw error;
  }
};

export const login = async (context: Context, options: LoginOptions): Promise<CommandResult> => {
  const directory = await context.configDirectory();
  const { current, profiles } = await readProfiles(directory);
  const name = options.profile ?? current ?? 'default';
  const known = Object.hasOwn(profiles, name) ? profiles[name]?.url : undefined;
  const url = readUrl(options.url ?? (await promptUrl(context, known)), '--url');
  const apiKey = await promptKey(context);
  const account = await verify(context, { url, apiKey }, options);
  const file = await saveProfile(directory, { name, profile: { url, apiKey }, makeCurrent: true, signal: context.interrupt.signal });
  return {
    json: { profile: name, url, account, file },
    ids: [name],
    text: () =>
      [
        `Profile ${name} is kept in ${file}: ${url}${account === null ? '' : `, account ${oneLine(account)}`}.`,
        'Next: assay tests list',
      ].join('\n'),
    remark:
      (context.env.ASSAY_URL ?? '') !== '' || (context.env.ASSAY_API_KEY ?? '') !== ''
        ? 'ASSAY_URL or ASSAY_API_KEY is set, and wins over this profile.'
        : undefined,
  };
};
