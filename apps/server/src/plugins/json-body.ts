import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** JSON bodies; an empty one with the JSON content type is no body, as clients send with every request. */
export const jsonBody = fp(async (app: FastifyInstance) => {
  const parse = app.getDefaultJsonParser('ignore', 'ignore');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else parse(request, typeof body === 'string' ? body : body.toString('utf8'), done);
  });
});
