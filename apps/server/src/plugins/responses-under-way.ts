import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { type Refusal, refusal } from '@assay/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { Counter, Gauge, type Registry } from 'prom-client';
import { type ResponseBounds, responseBounds, type StallTimes, stallTimes } from '../responses/bounds.ts';
import { createLedger } from '../responses/ledger.ts';
import { ownersOf } from '../responses/owners.ts';
import { areShared, Slices, slice } from '../responses/slices.ts';
import type { Full, UnderWay } from '../responses/under-way.ts';
import { ResponseRefused } from './envelope.ts';
import { protectiveHeaders } from './malformed.ts';

export type ResponseOptions = { readonly bounds?: Partial<ResponseBounds>; readonly times?: Partial<StallTimes> };
type Options = ResponseOptions & { readonly registry: Registry };

const refusals = {
  own: refusal('request.rate-limited', 'Responses that were asked for have not been read yet; read them, then try again'),
  process: refusal('service.unavailable', 'Too many responses are being read at present; try again'),
} as const;

/** They are of the response that was refused, and say what its refusal is not. */
const ofContent = ['content-disposition', 'content-encoding', 'content-length', 'content-type', 'etag', 'last-modified', 'vary'];

const refusalOf = (reply: FastifyReply, full: Full): ResponseRefused => {
  for (const name of ofContent) reply.removeHeader(name);
  reply.headers(protectiveHeaders);
  return new ResponseRefused(refusals[full]);
};

const sizeOf = (payload: unknown, ofStream: number): number => {
  if (typeof payload === 'string') return Buffer.byteLength(payload);
  if (payload instanceof Uint8Array) return payload.byteLength;
  if (payload instanceof Slices) return payload.size;
  // A document that was made whole waits in its stream.
  return payload instanceof Readable ? Math.max(ofStream, payload.readableObjectMode ? 0 : payload.readableLength) : ofStream;
};

const underWay = (request: FastifyRequest, bounds: ResponseBounds, bytes: number, held = bytes): UnderWay => {
  const { socket } = request.raw;
  return {
    owners: ownersOf(request, bounds),
    ...{ bytes, held },
    // A request that is injected has no connection.
    taken: () => (socket instanceof Socket && socket.writableLength > 0 ? socket.bytesWritten - socket.writableLength : undefined),
    close: () => socket.destroy(),
  };
};

/** What is sent: large bytes in slices. */
const inSlices = (reply: FastifyReply, payload: unknown, size: number): unknown => {
  if (size <= slice && !(payload instanceof Slices)) return payload;
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
  const content = bytes instanceof Uint8Array ? new Slices(bytes) : bytes;
  if (content instanceof Slices) reply.header('content-length', content.size);
  return content;
};

/** Gives a response its place before it is made, and counts it for no more than it has when it is; the refusal where there is none. */
export type ReserveResponse = (request: FastifyRequest, reply: FastifyReply, bytes: number) => Promise<Refusal | undefined>;
export const reserveResponse = 'reserveResponse';

/**
 * Counts the bytes of every response from when it is made until the client has taken it, for the credential or address and for the process.
 * Over a bound a GET is refused; what all share and what is made while it is sent waits for its turn, as it holds nothing until then.
 */
export const responsesUnderWay = fp<Options>(async (app, options) => {
  const bounds = { ...responseBounds, ...options.bounds };
  const times = { ...stallTimes, ...options.times };
  const registers = [options.registry];
  const ledger = createLedger({ bounds, times });
  const refused = new Counter({
    name: 'assay_responses_refused_total',
    help: 'Responses refused because too many bytes were not taken yet',
    labelNames: ['bound'] as const,
    registers,
  });
  for (const bound of ['own', 'process'] as const) refused.inc({ bound }, 0);
  const stalled = new Counter({
    name: 'assay_stalled_connections_total',
    help: 'Connections closed because their client took no byte of a response',
    registers,
  });
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value());
      },
    });
  gauge('assay_responses_under_way', 'Responses that clients have not taken yet', () => ledger.size().responses);
  gauge(
    'assay_response_bytes_under_way',
    'Bytes of responses that clients have not taken yet, without what all share',
    () => ledger.size().bytes,
  );

  const ticker = setInterval(() => stalled.inc(ledger.closeStalled()), times.everyMs).unref();
  app.addHook('onClose', async () => clearInterval(ticker));

  const reservations = new WeakMap<object, () => void>();
  const reserve: ReserveResponse = (request, reply, bytes) =>
    new Promise((resolve) => {
      const giveUp = ledger.enterInTurn({ ...underWay(request, bounds, bytes), taken: () => undefined }, (release) => {
        if (typeof release === 'string') {
          refused.inc({ bound: release });
          return resolve(refusals[release]);
        }
        reservations.set(request.raw, release);
        if (reply.raw.closed) release();
        else reply.raw.once('close', release);
        resolve(undefined);
      });
      reply.raw.once('close', () => {
        giveUp();
        resolve(refusals.own);
      });
    });
  app.decorate(reserveResponse, reserve);

  const refusedOnes = new WeakSet<object>();
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.method === 'HEAD' && payload instanceof Slices) reply.header('content-length', payload.size);
    if (payload === null || payload === undefined || request.method === 'HEAD') return done();
    const bytes = sizeOf(payload, bounds.ofStream);
    const isShared = payload instanceof Uint8Array && areShared(payload);
    const response = underWay(request, bounds, bytes, isShared ? 0 : bytes);
    const isSmall = bytes <= bounds.small;
    const begin = (release: (() => void) | Full): void => {
      if (typeof release === 'string') {
        refused.inc({ bound: release });
        if (payload instanceof Readable) payload.destroy();
        refusedOnes.add(request.raw);
        done(refusalOf(reply, release));
        return;
      }
      // A turn of the event loop later, so that what a fast client takes at once is bounded in each turn too.
      const over = isSmall ? release : () => setImmediate(release);
      if (reply.raw.closed) over();
      else reply.raw.once('finish', over).once('close', over);
      done(null, inSlices(reply, payload, bytes));
    };
    const reserved = reservations.get(request.raw);
    // What changed something has been done: its response says so.
    if (isSmall || request.method !== 'GET' || reserved !== undefined || refusedOnes.has(request.raw)) {
      begin(ledger.hold(response));
      return reserved?.();
    }
    const mayWait = payload instanceof Uint8Array ? isShared : typeof payload !== 'string' && !(payload instanceof Slices);
    if (!mayWait) return begin(ledger.enter(response));
    let isWaiting = true;
    const giveUp = ledger.enterInTurn(response, (release) => {
      isWaiting = false;
      begin(release);
    });
    if (isWaiting)
      reply.raw.once('close', () => {
        if (!isWaiting) return;
        giveUp();
        if (payload instanceof Readable) payload.destroy();
        done(null, null);
      });
  });
});
