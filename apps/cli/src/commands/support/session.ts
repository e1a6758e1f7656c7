import { type Client, createClient } from '@assay/client';
import { type Connection, requireConnection } from '../../config/connection.ts';
import { makeOutput, type Output, type OutputOptions } from '../../output/output.ts';
import type { World } from './world.ts';

export type CommonOptions = OutputOptions & { readonly profile?: string };

/** What every command that speaks to the server works with. `call` goes with each call, so that Ctrl-C ends it. */
export type Session = {
  readonly world: World;
  readonly out: Output;
  readonly client: Client;
  readonly connection: Connection;
  readonly call: { readonly signal: AbortSignal };
};

export const clientFor = (world: World, { url, apiKey }: { readonly url: string; readonly apiKey: string }): Client =>
  createClient({ baseUrl: url, apiKey, fetch: world.fetch });

export const openSession = async (world: World, options: CommonOptions): Promise<Session> => {
  const connection = await requireConnection(world, options.profile);
  return {
    world,
    out: makeOutput(world, options),
    client: clientFor(world, connection),
    connection,
    call: { signal: world.interrupt.signal },
  };
};
