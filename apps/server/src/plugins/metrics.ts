import { readdirSync } from 'node:fs';
import { refusal } from '@assay/domain';
import { createMetricsReader } from '@assay/runtime';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { collectDefaultMetrics, Gauge, Histogram, type Registry } from 'prom-client';
import type { SendRefusal } from './envelope.ts';
import { isOtherMethod } from './other-methods.ts';

type Options = {
  readonly registry: Registry;
  readonly token: string | undefined;
  readonly sendRefusal: SendRefusal;
  readonly onRequest: onRequestHookHandler;
};

/** Counted one by one with each reading: with ten thousand connections a stranger's `GET /metrics` took 40 ms for them. */
const costly = [
  ...['nodejs_active_handles', 'nodejs_active_handles_total', 'nodejs_active_resources', 'nodejs_active_resources_total'],
  ...['nodejs_active_requests', 'nodejs_active_requests_total'],
];

/** Its readers read no more often; within it, open files are not counted again. */
const filesKeptMs = 5000;

/** `process_open_fds` of the library, which reads a directory of one entry for each connection whenever it is asked. */
const countFilesSeldom = (registry: Registry): void => {
  const name = 'process_open_fds';
  if (registry.getSingleMetric(name) === undefined) return;
  registry.removeSingleMetric(name);
  let readAt = Number.NEGATIVE_INFINITY;
  new Gauge({
    name,
    help: 'Number of open file descriptors.',
    registers: [registry],
    collect() {
      if (performance.now() - readAt < filesKeptMs) return;
      readAt = performance.now();
      // Without the one that reads.
      this.set(readdirSync('/proc/self/fd').length - 1);
    },
  });
};

/** `GET /metrics` for Prometheus: metrics of the process, and requests by route, method and status. */
export const metrics = fp(async (app: FastifyInstance, { registry, token, sendRefusal, onRequest }: Options) => {
  collectDefaultMetrics({ register: registry });
  for (const name of costly) registry.removeSingleMetric(name);
  countFilesSeldom(registry);
  const seconds = new Histogram({
    name: 'assay_http_request_seconds',
    help: 'HTTP requests answered, and the time it took',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  // An alert does not see the first event of a series that begins with it.
  for (const status of [200, 503]) seconds.zero({ method: 'GET', route: '/readyz', status });
  // Looking a series up by its labels costs more than observing a value.
  const series = new Map<string, { observe: (value: number) => void }>();
  app.addHook('onResponse', (request, reply, done) => {
    // Strangers choose paths and methods, so those that no route has share one series.
    const isKnown = !request.is404 && !isOtherMethod(request);
    const method = isKnown ? request.method : 'other';
    // The route's pattern, because a path may contain a token.
    const route = (isKnown ? request.routeOptions.url : undefined) ?? 'unknown';
    const status = reply.statusCode;
    const name = `${method} ${status} ${route}`;
    const observer = series.get(name) ?? seconds.labels({ method, route, status });
    series.set(name, observer);
    observer.observe(reply.elapsedTime / 1000);
    done();
  });
  const readMetrics = createMetricsReader(registry, token);
  app.get('/metrics', { onRequest }, async (request, reply) => {
    const text = await readMetrics(request.headers.authorization);
    if (text !== undefined) return reply.type(registry.contentType).send(text);
    reply.header('www-authenticate', 'Bearer');
    return sendRefusal(
      request,
      reply,
      refusal('request.unauthenticated', 'Send the token of /metrics in the header Authorization: Bearer …'),
    );
  });
});
