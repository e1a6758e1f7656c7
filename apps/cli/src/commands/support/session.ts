import { type Client, createClient } from '@assay/client';
import { type Connection, requireConnection } from '../../config/connection.ts';
import { makeOutput, type Output, type OutputOptions } from '../../output/output.ts';
import { publicUrlOf } from './public-url.ts';
import type { World } from './world.ts';

export type CommonOptions = OutputOptions & { readonly profile?: string };

/** What every command that speaks to the server works with. `call` goes with each call, so that Ctrl-C ends it. */
export type Session = {
  readonly world: World;
  readonly out: Output;
  readonly client: Client;
  readonly connection: Connection;
  readonly call: { readonly signal: AbortSignal };
  readonly publicUrl: () => Promise<string>;
};

export const clientFor = (world: World, { url, apiKey }: { readonly url: string; readonly apiKey: string }): Client =>
  createClient({ baseUrl: url, apiKey, fetch: world.fetch });

export const openSession = async (world: World, options: CommonOptions): Promise<Session> => {
  const connection = await requireConnection(world, options.profile);
  const client = clientFor(world, connection);
  const call = { signal: world.interrupt.signal };
  return { world, out: makeOutput(world, options), client, connection, call, publicUrl: () => publicUrlOf(client, connection.url, call) };
};
