import type { ApiKeySummary, Scope } from '@assay/domain';
import { saveProfile } from '../../config/profiles.ts';
import { oneLine } from '../../output/text.ts';
import type { Context } from '../../support/context.ts';
import { Failure } from '../../support/failures.ts';
import { confirm } from '../../support/prompt.ts';
import { whenUtc } from '../../time/format-time.ts';
import { type CommonOptions, openSession, type Session } from '../common/session.ts';

export type CreateKeyOptions = CommonOptions & { readonly scopes?: readonly Scope[] };
export type KeyOptions = CommonOptions & { readonly yes?: boolean };
export type RotateOptions = KeyOptions & { readonly overlapHours: number };

const stateOf = ({ revokedAt }: ApiKeySummary, now: number): string =>
  revokedAt === null ? 'valid' : Date.parse(revokedAt) > now ? `until ${whenUtc(revokedAt)}` : `ended ${whenUtc(revokedAt)}`;

export const listKeys = async (context: Context, options: CommonOptions): Promise<void> => {
  const { out, client, call, connection } = await openSession(context, options);
  const { keys } = await client.listApiKeys({}, call);
  out.print({
    json: { keys },
    ids: keys.map(({ keyId }) => keyId),
    text: () =>
      out.table(
        [
          { head: 'ID', cell: ({ keyId }) => keyId, right: true, whole: true },
          { head: 'NAME', cell: ({ name }) => name },
          { head: 'BEGINS', cell: ({ prefix }) => `${prefix}…`, whole: true },
          { head: 'SCOPES', cell: ({ scopes }) => scopes.join(', '), whole: true },
          { head: 'MADE', spare: true, cell: ({ createdAt }) => whenUtc(createdAt), whole: true },
          {
            head: 'STATE',
            cell: (key) => `${stateOf(key, context.now())}${connection.apiKey.startsWith(key.prefix) ? ', yours' : ''}`,
            whole: true,
            tone: ({ revokedAt }) => (revokedAt === null ? 'good' : 'quiet'),
          },
        ],
        keys,
      ),
  });
};

type Created = ApiKeySummary & { readonly apiKey: string };

const printCreated = ({ out }: Session, key: Created, more: readonly string[] = []): void =>
  out.print({
    json: key,
    ids: [key.apiKey],
    text: () =>
      [
        `Key ${key.keyId} (${oneLine(key.name)}) may ${key.scopes.join(', ')}.`,
        `${key.apiKey}   (shown only this once: keep it)`,
        ...more,
      ].join('\n'),
  });

export const createKey = async (context: Context, name: string, options: CreateKeyOptions): Promise<void> => {
  const session = await openSession(context, options);
  const { client, call } = session;
  printCreated(
    session,
    await client.createApiKey({ name, ...(options.scopes === undefined ? {} : { scopes: [...options.scopes] }) }, call),
  );
};

/** The key as the server lists it, so that the question names it. */
const findKey = async ({ client, call }: Session, keyId: number): Promise<ApiKeySummary> => {
  const { keys } = await client.listApiKeys({}, call);
  const key = keys.find((one) => one.keyId === keyId);
  if (key === undefined) throw new Failure(`There is no key ${keyId}.`, 'See which there are: assay keys list');
  return key;
};

const describeKey = (key: ApiKeySummary, { connection }: Session): string =>
  `key ${key.keyId} (${oneLine(key.name)}, ${key.prefix}…)${connection.apiKey.startsWith(key.prefix) ? ', WHICH IS THE ONE YOU USE NOW' : ''}`;

/** Saves the key that these commands use to its profile: with the old one the next command would be refused. */
const saveOwnKey = async ({ context, connection: { url, profile }, call }: Session, apiKey: string): Promise<string> => {
  if (profile === null || (context.env.ASSAY_API_KEY ?? '') !== '') return 'It takes the place of ASSAY_API_KEY, which you have to change.';
  await saveProfile(await context.configDirectory(), { name: profile, profile: { url, apiKey }, makeCurrent: false, ...call });
  return `The profile ${profile} has it now.`;
};

export const rotateKey = async (context: Context, keyId: number, options: RotateOptions): Promise<void> => {
  const session = await openSession(context, options);
  const former = await findKey(session, keyId);
  const { overlapHours } = options;
  const end = overlapHours === 0 ? 'at once' : `in ${overlapHours} hours`;
  await confirm(context, options, `This ends ${describeKey(former, session)}, ${end}, and makes another with the same name and scopes.`);
  const key = await session.client.rotateApiKey({ keyId, overlapHours }, session.call);
  const own = session.connection.apiKey.startsWith(former.prefix);
  printCreated(session, key, own ? [await saveOwnKey(session, key.apiKey)] : []);
};

export const revokeKey = async (context: Context, keyId: number, options: KeyOptions): Promise<void> => {
  const session = await openSession(context, options);
  await confirm(context, options, `This ends ${describeKey(await findKey(session, keyId), session)} at once. It cannot be undone.`);
  const key = await session.client.revokeApiKey({ keyId }, session.call);
  session.out.print({ json: key, ids: [key.keyId], text: () => `Key ${key.keyId} (${oneLine(key.name)}) has ended.` });
};
