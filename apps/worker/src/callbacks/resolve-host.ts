import { lookup, Resolver } from 'node:dns/promises';
import pLimit from 'p-limit';
import { codeOf } from './describe-failure.ts';

/** Every address of a name, IPv4 first; rejects with a DNS error (`code`) when there is none. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** getaddrinfo holds one of libuv's four threads for as long as it waits, so it may have two of them in the whole process. */
const systemLookups = pLimit(2);

/** DNS does not know the name. ECONNREFUSED: this machine has no DNS server, only a hosts file. */
const noSuchName = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);

const tooSlow = (name: string): Error => Object.assign(new Error(`looking up ${name} took too long`), { code: 'ETIMEOUT' });

/** Empty when DNS does not know the name. One family's addresses are enough, even if the other query gets no response. */
const askDns = async (name: string, servers: readonly string[] | undefined, milliseconds: number): Promise<readonly string[]> => {
  // A resolver of its own (25 µs) can be cancelled alone, and sees the resolv.conf of now.
  const resolver = new Resolver({ timeout: 1_500, tries: 2, maxTimeout: 1_500 });
  if (servers !== undefined) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), milliseconds);
  const results = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  clearTimeout(timer);
  const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  const trouble = failures.find((failure) => !noSuchName.has(codeOf(failure) ?? ''));
  if (addresses.length === 0 && trouble !== undefined) throw trouble;
  return addresses;
};

const lookupAll: Resolve = async (name) => (await lookup(name, { all: true, order: 'ipv4first' })).map(({ address }) => address);

/** Queries the hosts file and the machine's other sources of names. Leaves the queue when its time is over. */
const askSystem = async (name: string, lookupSystem: Resolve, milliseconds: number): Promise<readonly string[]> => {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(tooSlow(name)), milliseconds);
  const found = systemLookups(async () => {
    late.signal.throwIfAborted();
    return lookupSystem(name);
  });
  const tooLate = new Promise<never>((_, reject) => late.signal.addEventListener('abort', () => reject(late.signal.reason)));
  try {
    return await Promise.race([found, tooLate]);
  } finally {
    clearTimeout(timer);
  }
};

export type HostResolverOptions = {
  /** DNS servers, as `setServers` takes them; those of the machine when left out. */
  readonly servers?: readonly string[];
  /** getaddrinfo when left out. */
  readonly lookupSystem?: Resolve;
  /** For one name in all. */
  readonly milliseconds?: number;
};

/**
 * Resolves names over DNS without libuv's threads, so that a thousand dead names delay no other; names without a dot, and
 * names that DNS does not know, go to the system.
 */
export const makeHostResolver =
  ({ servers, lookupSystem = lookupAll, milliseconds = 5_000 }: HostResolverOptions = {}): Resolve =>
  async (host) => {
    const start = performance.now();
    const name = host.replace(/\.$/, '');
    const addresses = name.includes('.') ? await askDns(name, servers, milliseconds) : [];
    return addresses.length > 0 ? addresses : askSystem(name, lookupSystem, Math.max(0, milliseconds - (performance.now() - start)));
  };
