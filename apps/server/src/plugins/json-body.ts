import { isUtf8 } from 'node:buffer';
import { bodyLimits } from '@assay/domain';
import { type Context, LargeBody } from '@assay/operations';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { createReadApart, largeFrom } from '../large-bodies/read-apart.ts';
import { excessOf, jsonBounds } from '../limits/json-bounds.ts';
import { callerOf } from '../routes/api.ts';
import { type BeginInTurn, beginInTurn } from './in-turn.ts';

/** Decoding would replace what is not UTF-8, and a name would be stored that nobody sent. */
class BodyNotUtf8 extends Error {
  readonly code = 'ASSAY_BODY_NOT_UTF8';
  readonly statusCode = 400;
}

/** To be refused before it is parsed: a fault that is found in what was parsed has cost its parsing. */
class BodyExcessive extends Error {
  readonly code = 'ASSAY_BODY_EXCESSIVE';
  readonly statusCode = 400;
}

/**
 * Parses JSON bodies. Clients send the JSON content type with every request, so an empty body counts as no body. A large one of an
 * import is parsed when the operation asks for it: not before the API key's scope and the ids in the path are checked, and in another
 * thread.
 */
export const jsonBody = fp(async (app: FastifyInstance, { largeBodyThread }: { largeBodyThread: URL }) => {
  const parse = app.getDefaultJsonParser('ignore', 'ignore');
  const inTurn = app.getDecorator<BeginInTurn>(beginInTurn);
  const readApart = createReadApart(largeBodyThread);
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else if (body.length <= largeFrom || request.routeOptions.bodyLimit !== bodyLimits.import)
      inTurn(request, () => {
        if (typeof body === 'string' || !isUtf8(body)) return done(new BodyNotUtf8());
        const excess = excessOf(body, jsonBounds.values);
        if (excess === undefined) parse(request, body.toString('utf8'), done);
        else done(new BodyExcessive(excess));
      });
    else if (typeof body === 'string' || !isUtf8(body)) done(new BodyNotUtf8());
    else {
      const { accountId } = request.getDecorator<Context>(callerOf);
      done(null, new LargeBody((operation) => readApart(accountId, { operation, bytes: body })));
    }
  });
});
