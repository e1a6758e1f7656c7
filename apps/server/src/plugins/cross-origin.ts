import cors from '@fastify/cors';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import fp from 'fastify-plugin';

type Options = {
  /** `ASSAY_CORS_ORIGINS`; without any, browsers keep every page of another origin away. */
  readonly origins: readonly string[];
  /** Limits preflights, which no key can come with. */
  readonly limit: onRequestHookHandler;
};

/** Where an API key is the credential. Everything else is for the server's own pages, or for programs that are no browsers. */
const forApiKeys = /^\/(?:v2|manage\/v1)(?=[/?]|$)/;

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

const usual = {
  methods: ['GET', 'HEAD', 'POST', 'PUT'],
  allowedHeaders: ['x-api-key', 'content-type', 'idempotency-key'],
  /** What the client reads, and browsers do not show a script by themselves. */
  exposedHeaders: ['x-request-id', 'retry-after', 'content-disposition'],
  /** Seconds; Chromium keeps no preflight for longer. */
  maxAge: 7200,
};

/** Lets pages of the named origins call the API: preflights before anything asks for a key, and headers on results and refusals. */
export const crossOrigin = fp(async (app: FastifyInstance, { origins, limit }: Options) => {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  const allowedOf = ({ url, headers: { origin } }: FastifyRequest): string | undefined =>
    origin !== undefined && allowed.has(origin) && forApiKeys.test(url) ? origin : undefined;
  app.addHook('onRequest', function limitPreflights(request, reply, done) {
    if (isPreflight(request) && allowedOf(request) !== undefined) limit.call(this, request, reply, done);
    else done();
  });
  await app.register(cors, {
    delegator: (request, resolve) => {
      const origin = allowedOf(request);
      resolve(null, origin === undefined ? { origin: false } : { ...usual, origin, preflight: isPreflight(request) });
    },
  });
});
