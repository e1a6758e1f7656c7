import { AssayProtocolError, type Client, createClient } from '@assay/client';
import { type Connection, requireConnection } from '../../config/connection.ts';
import { makeOutput, type Output, type OutputOptions } from '../../output/output.ts';
import type { Context } from '../../support/context.ts';

export type CommonOptions = OutputOptions & { readonly profile?: string; readonly timeout?: number };

/** What every command that calls the server uses. `call` is passed to each call, so that Ctrl-C aborts it. */
export type Session = {
  readonly context: Context;
  readonly out: Output;
  readonly client: Client;
  readonly connection: Connection;
  readonly call: { readonly signal: AbortSignal };
  readonly publicUrl: () => Promise<string>;
};

/** After so many milliseconds without an answer a command says what it waits for. */
const silence = 2_000;

/** `fetch` that says, once, when the server takes its time. */
export const patientFetch = (
  { fetch, stderr }: Context,
  url: string,
  { quiet }: { readonly quiet?: boolean | undefined },
): Context['fetch'] => {
  let said = quiet === true;
  return async (...request) => {
    const timer = setTimeout(() => {
      if (!said) stderr.write(`Waiting for ${url} to answer. Ctrl-C stops.\n`);
      said = true;
    }, silence);
    try {
      return await fetch(...request);
    } finally {
      clearTimeout(timer);
    }
  };
};

type Patience = Pick<CommonOptions, 'quiet' | 'timeout'>;

/** A client that waits at most `timeout` seconds for an answer; if that is not said 30, or what the operation takes. */
export const clientFor = (
  context: Context,
  { url, apiKey }: { readonly url: string; readonly apiKey: string },
  { quiet, timeout }: Patience,
): Client =>
  createClient({
    baseUrl: url,
    apiKey,
    fetch: patientFetch(context, url, { quiet }),
    retry: { timeouts: false },
    timeoutMs: timeout === undefined ? undefined : timeout * 1_000,
  });

/** The service's public URL. A server of API v2 alone does not tell it: then it is the URL of this connection. */
const publicUrlOf = async (client: Client, { url }: Connection, call: Session['call']): Promise<string> => {
  try {
    return (await client.getAccount({}, call)).publicUrl;
  } catch (error) {
    if (error instanceof AssayProtocolError && error.reason === 'no-management-api') return url;
    throw error;
  }
};

export const openSession = async (context: Context, options: CommonOptions): Promise<Session> => {
  const connection = await requireConnection(context, options.profile);
  const client = clientFor(context, connection, options);
  const call = { signal: context.interrupt.signal };
  return {
    context,
    out: makeOutput(context, options),
    client,
    connection,
    call,
    publicUrl: () => publicUrlOf(client, connection, call),
  };
};
