import { isIP, type Socket } from 'node:net';
import { Agent } from 'undici';
import { type AddressPolicy, bareHost, notPublic } from './address-policy.ts';
import { NoConnection } from './describe-failure.ts';
import { dial } from './dial.ts';
import type { Resolve } from './resolve-host.ts';

/** The callback would go to an address that the policy does not permit. Nothing has been sent. */
export class CallbackRefused extends Error {
  override readonly name = 'CallbackRefused';
}

const dialTimeout = 5_000;
/** For the look-up and all dials together, so that a name with many dead addresses does not occupy its lane for long. */
const connectTimeout = 8_000;
const addressesTried = 4;

export type GuardedAgentOptions = {
  readonly policy: AddressPolicy;
  readonly resolve: Resolve;
  /** Ends the dials under way, also those whose request has ended. */
  readonly signal: AbortSignal;
};

type Target = { readonly hostname: string; readonly port: string; readonly protocol: string };

const openConnection = async (target: Target, { policy, resolve, signal }: GuardedAgentOptions): Promise<Socket> => {
  const deadline = performance.now() + connectTimeout;
  const host = bareHost(target.hostname);
  const isLiteral = isIP(host) !== 0;
  const isSecure = target.protocol === 'https:';
  const port = target.port === '' ? (isSecure ? 443 : 80) : Number(target.port);
  const servername = isLiteral ? '' : host.replace(/\.$/, '');

  const addresses = isLiteral ? [host] : await resolve(host);
  const permitted = addresses.filter((address) => policy.permits(address)).slice(0, addressesTried);
  if (permitted.length === 0) throw new CallbackRefused(notPublic(host));
  const failures: unknown[] = [];
  for (const address of permitted) {
    const remaining = deadline - performance.now();
    if (remaining <= 0) break;
    try {
      const timeoutMilliseconds = Math.round(Math.min(dialTimeout, remaining));
      const socket = await dial({ address, port, servername: isSecure ? servername : null, timeoutMilliseconds, signal });
      if (policy.permits(socket.remoteAddress ?? '')) return socket;
      socket.destroy();
      throw new CallbackRefused(notPublic(host));
    } catch (error) {
      failures.push(error);
    }
  }
  throw failures[0] ?? new NoConnection(`no connection within ${connectTimeout / 1_000} s`);
};

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/**
 * An undici Agent that dials only addresses that `policy` permits, and dials the address it checked: the name is looked up once, so
 * DNS cannot give another address in between. A request to any other host fails with CallbackRefused. Proxies of the environment are not used.
 */
export const makeGuardedAgent = (options: GuardedAgentOptions): Agent =>
  new Agent({
    connect: (target, done) => {
      openConnection(target, options).then(
        (socket) => done(null, socket),
        (error: unknown) => done(asError(error), null),
      );
    },
    connections: 8,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 4_000,
    maxHeaderSize: 16_384,
    // The whole exchange has one time-out; these would end it earlier with other errors.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
