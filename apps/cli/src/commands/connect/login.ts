import { AssayProtocolError, AssayRefusal } from '@assay/client';
import { readUrl } from '../../config/connection.ts';
import { keepProfile, readProfiles } from '../../config/profiles.ts';
import { askLine, readPiped } from '../../output/ask.ts';
import { makeOutput } from '../../output/output.ts';
import { oneLine } from '../../output/text.ts';
import type { LoginOptions } from '../login.ts';
import { UsageError } from '../support/failures.ts';
import { clientFor } from '../support/session.ts';
import { canAsk, type World } from '../support/world.ts';

const localServer = 'http://127.0.0.1:8080';

const askUrl = async (world: World, known: string | undefined): Promise<string> => {
  if (!canAsk(world))
    throw new UsageError('Nobody can be asked here.', 'Name the server and pipe the key: printf %s "$KEY" | assay login --url URL');
  const suggested = known ?? localServer;
  const answer = (await askLine(world, `URL of the server [${suggested}]: `)).trim();
  return answer === '' ? suggested : answer;
};

const askKey = async (world: World): Promise<string> => {
  // Typed into a terminal that shows it, a key would stay on the screen.
  if (!canAsk(world) && world.stdin.isTTY === true) throw new UsageError('Nobody can be asked here: the question would not be seen.');
  const key = (canAsk(world) ? await askLine(world, 'API key (not shown): ', { hidden: true }) : await readPiped(world)).trim();
  if (!/^[\x21-\x7e]{8,}$/.test(key))
    throw new UsageError('That is no API key.', 'A key is one word, as `assay-server keys create` or `assay keys create` show it.');
  return key;
};

/** Whose account the key opens; null where a server of API v2 alone cannot tell, or the key may not read it. Throws when the key is not taken. */
const verify = async (world: World, profile: { readonly url: string; readonly apiKey: string }): Promise<string | null> => {
  const client = clientFor(world, profile);
  const call = { signal: world.interrupt.signal };
  try {
    return (await client.getAccount({}, call)).name;
  } catch (error) {
    if (error instanceof AssayProtocolError && error.reason === 'no-management-api') {
      await client.listTests({ pageSize: 1 }, call);
      return null;
    }
    // A key without the scope to read is a key all the same.
    if (error instanceof AssayRefusal && error.statuscode === '403.1') return null;
    throw error;
  }
};

export const login = async (world: World, options: LoginOptions): Promise<void> => {
  const directory = await world.configDirectory();
  const { current, profiles } = await readProfiles(directory);
  const name = options.profile ?? current ?? 'default';
  const known = Object.hasOwn(profiles, name) ? profiles[name]?.url : undefined;
  const url = readUrl(options.url ?? (await askUrl(world, known)), '--url');
  const apiKey = await askKey(world);
  const account = await verify(world, { url, apiKey });
  const file = await keepProfile(directory, { name, profile: { url, apiKey }, makeCurrent: true, signal: world.interrupt.signal });
  const out = makeOutput(world, options);
  out.tell({
    json: { profile: name, url, account, file },
    ids: [name],
    text: () =>
      [
        `Profile ${name} is kept in ${file}: ${url}${account === null ? '' : `, account ${oneLine(account)}`}.`,
        'Next: assay tests list',
      ].join('\n'),
  });
  if ((world.env.ASSAY_URL ?? '') !== '' || (world.env.ASSAY_API_KEY ?? '') !== '')
    out.remark('ASSAY_URL or ASSAY_API_KEY is set, and wins over this profile.');
};
