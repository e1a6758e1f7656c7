import { Transform } from 'node:stream';
import { type Refusal, refusal } from '@assay/domain';
import type { TakeToken } from '@assay/operations';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SendRefusal } from '../plugins/envelope.ts';
import { addressKey } from './address-key.ts';
import type { Level, UploadCapacity } from './upload-capacity.ts';

const full: { readonly [One in Level]: Refusal } = {
  attempt: refusal('request.rate-limited', 'Files of one attempt are uploaded one after another; try again'),
  address: refusal('request.rate-limited', 'Too many files are uploaded from your network at the same time; try again'),
  account: refusal('request.rate-limited', 'Too many files are uploaded to this organization at the same time; try again'),
  process: refusal('service.unavailable', 'Too many files are uploaded at the same time; try again'),
};
const tooSlow = refusal('service.unavailable', 'The file came slowly while others waited for its place; try again');
const brokenOff = refusal('request.invalid', 'The body ended before it was complete');

/** A body that is not read to its end, and what its sender is told. */
export class UploadEnded extends Error {
  override readonly name = 'UploadEnded';
  readonly statusCode = 400;
  readonly refusal: Refusal;

  constructor(reason: Refusal) {
    super(reason.message);
    this.refusal = reason;
  }
}

/** The body of a request as it comes. What its reader leaves is thrown away after the response, so that a browser that still sends gets it. */
export type Admitted = {
  readonly body: Transform;
  /** Keeps the place until the work with the body is done, also when the sender has gone. */
  readonly during: <Value>(work: () => Promise<Value>) => Promise<Value>;
};

type Upload = { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly token: TakeToken };

/** Gives a request its place, or refuses it before its body is read. */
export const createAdmitUpload =
  ({ enter }: UploadCapacity, sendRefusal: SendRefusal): ((upload: Upload) => Admitted | FastifyReply) =>
  ({ request, reply, token }) => {
    const { raw } = request;
    const attempt = `${token.accountId} ${token.invitationId}`;
    const who = { attempt, address: addressKey(request.ip), account: String(token.accountId) };
    let isAtWork = false;
    let end: (reason: Refusal) => void = () => undefined;
    // Nothing would give back the place of one who has gone.
    if (raw.destroyed || reply.raw.closed) return sendRefusal(request, reply, brokenOff);
    const place = enter(who, () => end(tooSlow));
    if (typeof place === 'string') return sendRefusal(request, reply, full[place]);
    const body = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        const level = place.take(chunk.length);
        done(level === undefined ? null : new UploadEnded(full[level]), chunk);
      },
      flush: (done) => {
        place.complete();
        done();
      },
    });
    // It may end before anybody reads it.
    body.on('error', () => undefined);
    end = (reason) => void body.destroy(new UploadEnded(reason));
    raw.once('close', () => raw.readableEnded || end(brokenOff));
    reply.raw.once('close', () => {
      raw.unpipe(body);
      raw.resume();
      // A connection that is reset closes the response before the request. Without a reason it would be a fault, with a line in the log.
      body.destroy(new UploadEnded(brokenOff));
      if (!isAtWork) place.leave();
    });
    raw.pipe(body);
    const during: Admitted['during'] = async (work) => {
      isAtWork = true;
      try {
        return await work();
      } finally {
        place.leave();
      }
    };
    return { body, during };
  };
