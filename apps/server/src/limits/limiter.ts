import { hash } from 'node:crypto';
import { type RateLimitName, type RateLimits, rateLimits } from '@assay/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { addressKey } from './address-key.ts';
import { TokenBuckets } from './token-buckets.ts';

/** Thrown at a caller who has to wait; the error handlers send it as `429.1`. */
export class TooManyRequests extends Error {
  override readonly name = 'TooManyRequests';
  readonly statusCode = 429;
}

type Credentials = { readonly token?: string; readonly key?: string };

/** Hashed: what strangers make up is long, and credentials should not be held in memory. Access keys match in any case. */
const credentialKey = ({ token, key = '' }: Credentials): string => hash('sha256', token ?? key.toLowerCase(), 'base64');

const keyOf = {
  address: ({ ip }: FastifyRequest): string => addressKey(ip),
  // The routes that count by credential have one of these parameters.
  credential: ({ params }: FastifyRequest): string => credentialKey(params as Credentials),
};

export type Limiter = {
  /** A hook that refuses what comes faster than these limits allow, before the body is read. */
  readonly by: (...names: readonly RateLimitName[]) => onRequestHookHandler;
  /** For routes that count only failures, and for those that monitoring reads. */
  readonly unlimited: onRequestHookHandler;
  /** Counts a request whose credential does not exist. Throws if its address has sent too many of them. */
  readonly countFailure: (request: FastifyRequest, reply: FastifyReply) => void;
};

export type LimiterOptions = {
  /** The limits of the contract, unless a test sets others. */
  readonly limits?: RateLimits | undefined;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: (() => number) | undefined;
};

/** Limits the routes that are registered after it: as visitors, unless they say otherwise. */
export const createLimiter = (app: FastifyInstance, { limits = rateLimits, now = () => performance.now() }: LimiterOptions): Limiter => {
  const bucketsOf = (name: RateLimitName) => ({ key: keyOf[limits[name].by], buckets: new TokenBuckets(limits[name], now) });
  const limitOf: Record<RateLimitName, ReturnType<typeof bucketsOf>> = {
    candidate: bucketsOf('candidate'),
    picture: bucketsOf('picture'),
    visitor: bucketsOf('visitor'),
    registration: bucketsOf('registration'),
    target: bucketsOf('target'),
    report: bucketsOf('report'),
    failure: bucketsOf('failure'),
  };
  const take = (name: RateLimitName, request: FastifyRequest, reply: FastifyReply): TooManyRequests | undefined => {
    const { key, buckets } = limitOf[name];
    const wait = buckets.take(key(request));
    if (wait === 0) return undefined;
    reply.header('retry-after', Math.ceil(wait / 1000));
    return new TooManyRequests();
  };

  const hooks = new WeakSet<onRequestHookHandler>();
  const declared = (hook: onRequestHookHandler): onRequestHookHandler => {
    hooks.add(hook);
    return hook;
  };
  const by = (...names: readonly RateLimitName[]) =>
    declared((request, reply, done) => {
      for (const name of names) {
        const refused = take(name, request, reply);
        if (refused !== undefined) return done(refused);
      }
      done();
    });
  const byVisitor = by('visitor');
  app.addHook('onRoute', (route) => {
    const own = [route.onRequest ?? []].flat();
    // Files that browsers keep for a year cost less than counting who requests them is worth.
    if (route.url.startsWith('/assets/') || own.some((hook) => hooks.has(hook))) return;
    route.onRequest = [byVisitor, ...own];
  });
  return {
    by,
    unlimited: declared((_request, _reply, done) => done()),
    countFailure: (request, reply) => {
      const refused = take('failure', request, reply);
      if (refused !== undefined) throw refused;
    },
  };
};
