import { type ApiKeySummary, type Grant, grantMeanings, grants } from '@assay/domain';
import { saveProfile } from '../../config/profiles.ts';
import type { CommandResult } from '../../output/output.ts';
import { oneLine } from '../../output/text.ts';
import { type Context, canPrompt } from '../../support/context.ts';
import { Failure, UsageError } from '../../support/failures.ts';
import { confirm, promptLine } from '../../support/prompt.ts';
import { whenUtc } from '../../time/format-time.ts';
import type { CommonOptions, Session } from '../common/session.ts';

type Expiry = { readonly expiresInDays?: number };
export type CreateKeyOptions = CommonOptions & Expiry & { readonly scopes?: readonly Grant[] };
export type KeyOptions = CommonOptions & { readonly yes?: boolean };
export type RotateOptions = KeyOptions & Expiry & { readonly overlapHours: number };

/** When a key ends: at its expiry, or earlier where it was revoked. Null for one without an end. */
const endOf = ({ revokedAt, expiresAt }: ApiKeySummary): string | null =>
  revokedAt === null || (expiresAt !== null && expiresAt < revokedAt) ? expiresAt : revokedAt;

const stateOf = (key: ApiKeySummary, now: number): string => {
  const end = endOf(key);
  return end === null ? 'valid' : `${Date.parse(end) > now ? 'until' : 'ended'} ${whenUtc(end)}`;
};

const scopeText = ({ scopes: granted, allScopes }: ApiKeySummary): string => (allScopes ? 'all' : granted.join(', '));

export const listKeys = async ({ context, out, client, call }: Session): Promise<CommandResult> => {
  const { keys } = await client.listApiKeys({}, call);
  return {
    json: { keys },
    ids: keys.map(({ keyId }) => keyId),
    text: () =>
      out.table(
        [
          { head: 'ID', cell: ({ keyId }) => keyId, right: true, whole: true },
          { head: 'NAME', cell: ({ name }) => name },
          { head: 'BEGINS', cell: ({ prefix }) => `${prefix}…`, whole: true },
          { head: 'SCOPES', cell: scopeText, whole: true },
          { head: 'MADE', spare: true, cell: ({ createdAt }) => whenUtc(createdAt), whole: true },
          { head: 'LAST USED', spare: true, cell: ({ lastUsedAt }) => whenUtc(lastUsedAt) ?? 'never', whole: true },
          {
            head: 'STATE',
            cell: (key) => `${stateOf(key, context.now())}${key.current ? ', yours' : ''}`,
            whole: true,
            tone: (key) => (endOf(key) === null ? 'good' : 'quiet'),
          },
        ],
        keys,
      ),
  };
};

type Created = ApiKeySummary & { readonly apiKey: string };

const createdResult = (key: Created, more: readonly string[] = []): CommandResult => ({
  json: key,
  ids: [key.apiKey],
  text: () =>
    [
      `Key ${key.keyId} (${oneLine(key.name)}) may ${scopeText(key)}${key.expiresAt === null ? '' : `, until ${whenUtc(key.expiresAt)}`}.`,
      `${key.apiKey}   (shown only this once: keep it)`,
      ...more,
    ].join('\n'),
});

/** A key without scopes named would have to be guessed: a person is asked, a script is refused. */
const askScopes = async (context: Context): Promise<readonly Grant[]> => {
  const example = 'Name them: --scopes read,invite';
  if (!canPrompt(context)) throw new UsageError('What the key may do is not named.', example);
  context.stderr.write(`${grants.map((grant) => `  ${grant.padEnd(12)} ${grantMeanings[grant]}`).join('\n')}\n`);
  const names = (await promptLine(context, 'Scopes, with commas: ')).split(',').map((name) => name.trim().toLowerCase());
  const chosen = grants.filter((grant) => names.includes(grant));
  if (chosen.length === 0 || chosen.length < names.length) throw new UsageError(`Scopes are ${grants.join(', ')}.`, example);
  return chosen;
};

const expiryOf = ({ expiresInDays }: Expiry) => (expiresInDays === undefined ? {} : { expiresInDays });

export const createKey = async ({ context, client, call }: Session, name: string, options: CreateKeyOptions): Promise<CommandResult> => {
  const granted = options.scopes ?? (await askScopes(context));
  return createdResult(await client.createApiKey({ name, scopes: granted, ...expiryOf(options) }, call));
};

/** The key as the server lists it, so that the question names it. */
const findKey = async ({ client, call }: Session, keyId: number): Promise<ApiKeySummary> => {
  const { keys } = await client.listApiKeys({}, call);
  const key = keys.find((one) => one.keyId === keyId);
  if (key === undefined) throw new Failure(`There is no key ${keyId}.`, 'See which there are: assay keys list');
  return key;
};

const describeKey = (key: ApiKeySummary): string =>
  `key ${key.keyId} (${oneLine(key.name)}, ${key.prefix}…)${key.current ? ', WHICH IS THE ONE YOU USE NOW' : ''}`;

/** Saves the key that these commands use to its profile: with the old one the next command would be refused. */
const saveOwnKey = async ({ context, connection: { url, profile }, call }: Session, apiKey: string): Promise<string> => {
  if (profile === null || (context.env.ASSAY_API_KEY ?? '') !== '') return 'It takes the place of ASSAY_API_KEY, which you have to change.';
  await saveProfile(await context.configDirectory(), { name: profile, profile: { url, apiKey }, makeCurrent: false, ...call });
  return `The profile ${profile} has it now.`;
};

export const rotateKey = async (session: Session, keyId: number, options: RotateOptions): Promise<CommandResult> => {
  const former = await findKey(session, keyId);
  const { overlapHours } = options;
  const end = overlapHours === 0 ? 'at once' : `in ${overlapHours} hours`;
  await confirm(session.context, options, `This ends ${describeKey(former)}, ${end}, and makes another with the same name and scopes.`);
  const key = await session.client.rotateApiKey({ keyId, overlapHours, ...expiryOf(options) }, session.call);
  return createdResult(key, former.current ? [await saveOwnKey(session, key.apiKey)] : []);
};

export const revokeKey = async (session: Session, keyId: number, options: KeyOptions): Promise<CommandResult> => {
  await confirm(session.context, options, `This ends ${describeKey(await findKey(session, keyId))} at once. It cannot be undone.`);
  const key = await session.client.revokeApiKey({ keyId }, session.call);
  return { json: key, ids: [key.keyId], text: () => `Key ${key.keyId} (${oneLine(key.name)}) has ended.` };
};
