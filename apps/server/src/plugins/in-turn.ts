import { createTurns, type Owner, workFor } from '@assay/runtime';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { addressKey } from '../limits/address-key.ts';
import { responseBounds } from '../responses/bounds.ts';
import { ownersOf } from '../responses/owners.ts';

/** Whose turn a request waits for: of the credential that it has shown, before that of its address. */
const ownerOf = (request: FastifyRequest): Owner => {
  const [inner, ...groups] = ownersOf(request, responseBounds).map(({ key }) => key);
  return [...groups.slice(-1), ...(inner === undefined ? [] : [inner])];
};

const hasJson = ({ headers }: FastifyRequest): boolean =>
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0) &&
  headers['content-type']?.includes('json') === true;

/** For what a parser of bodies does when a body is complete. */
export type BeginInTurn = (request: FastifyRequest, begin: () => void) => void;
export const beginInTurn = 'beginInTurn';

/**
 * A request begins in the turn of its owner, and what it does in the store is done in that turn too: many requests that come at once make
 * turns of the event loop long, and everybody else waits for the whole of each. One with JSON begins when its body is there.
 */
export const inTurn = fp(async (app) => {
  const turns = createTurns();
  const begin: BeginInTurn = (request, work) => {
    const owner = ownerOf(request);
    turns(owner, () => workFor(owner, work));
  };
  app.decorate(beginInTurn, begin);
  // Also who is refused at once takes time. Nothing is known of a request yet but where it comes from.
  const turnsOfAddresses = createTurns();
  app.addHook('onRequest', (request, { raw }, done) =>
    turnsOfAddresses([addressKey(request.ip)], () => {
      if (!raw.closed) workFor(ownerOf(request), done);
    }),
  );
  app.addHook('preParsing', (request, { raw }, _payload, done) => {
    if (hasJson(request)) return done();
    begin(request, () => {
      // A connection that is closed meanwhile begins no GET: nobody would learn what came of it.
      if (request.method !== 'GET' || !raw.closed) done();
    });
  });
});
