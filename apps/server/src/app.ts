import { randomBytes } from 'node:crypto';
import { refusal } from '@assay/domain';
import type { Assay } from '@assay/operations';
import type { TrustProxy } from '@assay/runtime';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import { readPageFiles } from './candidate/page-files.ts';
import { makeSendPage, serveAssets } from './candidate/serve-page.ts';
import { siteOf } from './pages/site.ts';
import { closing } from './plugins/closing.ts';
import { docs } from './plugins/docs.ts';
import { envelope, makeSendRefusal } from './plugins/envelope.ts';
import { health } from './plugins/health.ts';
import { jsonBody } from './plugins/json-body.ts';
import { refuseMalformed } from './plugins/malformed.ts';
import { metrics } from './plugins/metrics.ts';
import { watchMethods } from './plugins/other-methods.ts';
import { registerApi } from './routes/api.ts';
import { registerJoin } from './routes/join.ts';
import { registerReportPages } from './routes/report-pages.ts';
import { registerTake } from './routes/take.ts';

export type AppOptions = {
  readonly assay: Assay;
  readonly v2HttpStatus: 'match' | 'always-200';
  readonly trustProxy: TrustProxy;
  readonly logger: FastifyBaseLogger;
  /** What `/metrics` shows besides requests. */
  readonly registry: Registry;
};

const bodyLimit = 1024 * 1024;
const longestPath = 2000;

/** The HTTP application, without a port: `main.ts` listens, tests inject. */
export const buildApp = async ({ assay, v2HttpStatus, trustProxy, logger, registry }: AppOptions): Promise<FastifyInstance> => {
  const sendRefusal = makeSendRefusal({ v2HttpStatus });
  const prefix = randomBytes(6).toString('base64url');
  let requests = 0;
  const app = Fastify({
    loggerInstance: logger,
    // Paths hold tokens; what is logged of a request is logged below, by its route.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy,
    bodyLimit,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: longestPath, ignoreTrailingSlash: true },
    genReqId: () => {
      requests += 1;
      return `${prefix}-${requests.toString(36)}`;
    },
    // While stopping, connections that are open are still answered; Fastify's own 503 is no envelope.
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => {
      sendRefusal(request, reply.header('x-request-id', request.id), refusal('request.invalid', 'The path is not a valid URL'));
    },
    clientErrorHandler: refuseMalformed,
  });
  const refuseOtherMethods = watchMethods(app, sendRefusal);

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, id, routeOptions } = request;
    request.log.debug({ id, method, route: routeOptions.url, status: reply.statusCode, ms: reply.elapsedTime }, 'request');
    done();
  });
  await app.register(envelope, { sendRefusal });
  await app.register(closing);
  await app.register(jsonBody);
  await app.register(rateLimit, { global: false });
  await app.register(metrics, { registry });
  await app.register(health, { ping: () => assay.store.ping(), sendRefusal });
  await app.register(docs, { publicUrl: () => assay.publicUrl });

  registerApi(app, assay, sendRefusal);
  const site = siteOf(assay.publicUrl);
  const page = await readPageFiles(site.base);
  const sendPage = makeSendPage(page);
  await serveAssets(app, page);
  await registerTake(app, { assay, sendRefusal, sendPage });
  registerJoin(app, { assay, sendRefusal, sendPage });
  registerReportPages(app, assay, site);
  refuseOtherMethods();
  return app;
};
