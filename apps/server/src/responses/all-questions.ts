import type { Refusal } from '@assay/domain';
import { inParts, jsonParts } from '@assay/operations';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type ReserveResponse, reserveResponse } from '../plugins/responses-under-way.ts';
import { responseBounds } from './bounds.ts';
import { Slices, slice } from './slices.ts';

/** An account that is forgotten makes few of them at the same time until one is made. */
const mostAccounts = 10_000;

/**
 * Responses that hold all questions of a test, megabytes each. They have their place before they are made, for as many bytes as the largest of
 * their account had: many that are asked for at the same time would be in memory together before the first of them is counted.
 */
export const createAllQuestions = (app: FastifyInstance) => {
  const reserve = app.getDecorator<ReserveResponse>(reserveResponse);
  const largest = new LRUCache<number, number>({ max: mostAccounts });
  return {
    reserve: (request: FastifyRequest, reply: FastifyReply, accountId: number): Promise<Refusal | undefined> =>
      reserve(request, reply, largest.get(accountId) ?? responseBounds.ofQuestions),
    send: async (reply: FastifyReply, accountId: number, value: object): Promise<FastifyReply> => {
      const pieces = await inParts(jsonParts(value));
      const size = pieces.reduce((sum, { length }) => sum + length, 0);
      largest.set(accountId, Math.max(size, largest.get(accountId) ?? 0));
      return reply.type('application/json; charset=utf-8').send(size <= slice ? Buffer.concat(pieces) : new Slices(pieces));
    },
  };
};
