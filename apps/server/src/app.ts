import { randomBytes } from 'node:crypto';
import { bodyLimits, refusal } from '@assay/domain';
import type { Assay } from '@assay/operations';
import type { TrustProxy } from '@assay/runtime';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import { readPageFiles } from './candidate/page-files.ts';
import { createSendPage, serveAssets, serveOfflinePage } from './candidate/serve-page.ts';
import { createLimiter, type LimiterOptions } from './limits/limiter.ts';
import { createUploadCapacities } from './limits/upload-capacities.ts';
import { bodyDeadline, longestBodyMs } from './plugins/body-deadline.ts';
import { closeIdleConnections } from './plugins/close-idle-connections.ts';
import { crossOrigin } from './plugins/cross-origin.ts';
import { docs } from './plugins/docs.ts';
import { createSendRefusal, envelope } from './plugins/envelope.ts';
import { health } from './plugins/health.ts';
import { inTurn } from './plugins/in-turn.ts';
import { jsonBody } from './plugins/json-body.ts';
import { protectiveHeaders, refuseMalformed } from './plugins/malformed.ts';
import { metrics } from './plugins/metrics.ts';
import { oneAtATime } from './plugins/one-at-a-time.ts';
import { watchMethods } from './plugins/other-methods.ts';
import { type ResponseOptions, responsesUnderWay } from './plugins/responses-under-way.ts';
import { registerApi } from './routes/api.ts';
import { createDocuments } from './routes/documents.ts';
import { registerFrontPages } from './routes/front-pages.ts';
import { registerJoin } from './routes/join.ts';
import { registerPublicKeys } from './routes/public-keys.ts';
import { registerReportPages } from './routes/report-pages.ts';
import { type RunnerRoutes, registerRunner } from './routes/runner.ts';
import { registerTake } from './routes/take.ts';

export type AppOptions = {
  readonly assay: Assay;
  readonly v2HttpStatus: 'match' | 'always-200';
  readonly trustProxy: TrustProxy;
  readonly logger: FastifyBaseLogger;
  /** Where `/metrics` finds the metrics of the process and its worker. */
  readonly registry: Registry;
  /** What a reader of `/metrics` must send; undefined: anybody may read. */
  readonly metricsToken?: string | undefined;
  /** Pages of these origins may call the API from a browser. */
  readonly corsOrigins?: readonly string[] | undefined;
  readonly rateLimits?: LimiterOptions;
  /** Bounds of responses that clients have not taken, unless a test sets others. */
  readonly responses?: ResponseOptions;
  /** The script that reads large bodies. */
  readonly largeBodyThread: URL;
  /** The directory of the built candidate page. */
  readonly candidatePage: string;
  /** What `/readyz` says while the database can write. */
  readonly readiness?: () => string;
  /** With `ASSAY_RUNNER_KEY`: where runner processes claim programs. */
  readonly runnerRoutes?: RunnerRoutes | undefined;
};

/** Characters of a path parameter. The token of a confirmation holds an email address and a name: 2,200 at most. */
const longestPath = 3000;

/** The HTTP application without a port: `startServer` listens, tests inject. */
export const buildApp = async ({
  assay,
  v2HttpStatus,
  trustProxy,
  logger,
  registry,
  metricsToken,
  corsOrigins = [],
  rateLimits = {},
  responses = {},
  largeBodyThread,
  candidatePage,
  readiness = () => 'ready',
  runnerRoutes,
}: AppOptions): Promise<FastifyInstance> => {
  const sendRefusal = createSendRefusal({ v2HttpStatus });
  const prefix = randomBytes(6).toString('base64url');
  let requests = 0;
  const app = Fastify({
    loggerInstance: logger,
    // Fastify's own request log contains paths, and paths contain tokens. The hook below logs the route's pattern instead.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy,
    bodyLimit: bodyLimits.usual,
    requestTimeout: longestBodyMs,
    // For a connection on which neither side sends anything, also while a request is handled. Who takes nothing of a response is closed earlier.
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: longestPath, ignoreTrailingSlash: true },
    genReqId: () => {
      requests += 1;
      return `${prefix}-${requests.toString(36)}`;
    },
    // During a stop, open connections still get their responses. Fastify's own 503 is not an envelope.
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => {
      sendRefusal(
        request,
        reply.headers({ 'x-request-id': request.id, ...protectiveHeaders }),
        refusal('request.invalid', 'The path is not a valid URL'),
      );
    },
    clientErrorHandler: refuseMalformed,
  });
  const limiter = createLimiter(app, rateLimits);
  // Node answers 417 without a body to an `Expect` it does not know; a server may ignore it (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  const refuseOtherMethods = watchMethods(app, sendRefusal);

  await app.register(oneAtATime);
  await app.register(inTurn);
  app.addHook('onRequest', (request, reply, done) => {
    // What most responses say is of one caller and of this moment; files that may be cached say so themselves.
    reply.headers({ 'x-request-id': request.id, ...protectiveHeaders });
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id, routeOptions } = request;
    request.log.debug({ id, method, route: routeOptions.url, status: reply.statusCode, ms: reply.elapsedTime }, 'request');
    done();
  });
  await app.register(responsesUnderWay, { registry, ...responses });
  await app.register(envelope, { sendRefusal });
  await app.register(bodyDeadline);
  await app.register(crossOrigin, { origins: corsOrigins, limit: limiter.by('visitor') });
  await app.register(closeIdleConnections);
  await app.register(jsonBody, { largeBodyThread });
  await app.register(metrics, { registry, token: metricsToken, sendRefusal, onRequest: limiter.unlimited });
  await app.register(health, { ping: () => assay.store.ping(), readiness, sendRefusal, onRequest: limiter.unlimited });
  await app.register(docs, { publicUrl: () => assay.publicUrl });
  registerPublicKeys(app, assay);

  const documents = createDocuments();
  registerApi(app, assay, { sendRefusal, limiter, documents, registry });
  const base = new URL(assay.publicUrl).pathname.replace(/\/+$/, '');
  const page = await readPageFiles(candidatePage, base);
  const sendPage = createSendPage(page);
  await serveAssets(app, page);
  serveOfflinePage(app, page, sendPage, limiter.unlimited);
  await registerTake(app, { assay, sendRefusal, sendPage, limiter, capacities: createUploadCapacities(registry, rateLimits.now) });
  registerJoin(app, { assay, sendRefusal, sendPage, limiter });
  registerReportPages(app, { assay, base, sendRefusal, limiter, documents });
  if (runnerRoutes !== undefined) registerRunner(app, { ...runnerRoutes, runner: assay.runner, sendRefusal, limiter });
  refuseOtherMethods();
  registerFrontPages(app, base);
  return app;
};
