import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** Parses JSON bodies. Clients send the JSON content type with every request, so an empty body counts as no body. */
export const jsonBody = fp(async (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('ignore', 'ignore');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else parse(request, typeof body === 'string' ? body : body.toString('utf8'), done);
  });
});
