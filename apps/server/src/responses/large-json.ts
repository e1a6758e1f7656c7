import { inParts, jsonParts } from '@assay/operations';
import type { FastifyReply } from 'fastify';
import { Slices, slice } from './slices.ts';

/** Sends what may have megabytes: made in pieces, which are sent as they are. */
export const sendLargeJson = async (reply: FastifyReply, value: object): Promise<FastifyReply> => {
  const pieces = await inParts(jsonParts(value));
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  return reply.type('application/json; charset=utf-8').send(size <= slice ? Buffer.concat(pieces) : new Slices(pieces));
};
