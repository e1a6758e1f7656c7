import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client';

/** `GET /metrics` for Prometheus: metrics of the process, and requests by route, method and status. */
export const metrics = fp(async (app: FastifyInstance, { registry }: { registry: Registry }) => {
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'assay_http_request_seconds',
    help: 'HTTP requests answered, and the time it took',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  // Looking a series up by its labels costs more than observing a value.
  const series = new Map<string, { observe: (value: number) => void }>();
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    // The route's pattern, because a path may contain a token.
    const route = request.routeOptions.url ?? 'unknown';
    const status = reply.statusCode;
    const name = `${method} ${status} ${route}`;
    const observer = series.get(name) ?? seconds.labels({ method, route, status });
    series.set(name, observer);
    observer.observe(reply.elapsedTime / 1000);
    done();
  });
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
});
