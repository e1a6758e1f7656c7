import type { Refusal } from '@assay/domain';
import { inParts, jsonParts } from '@assay/operations';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { type ReserveResponse, reserveResponse } from '../plugins/responses-under-way.ts';
import { responseBounds } from './bounds.ts';
import { Slices, slice } from './slices.ts';

/** Its value and its bytes are in memory beside each other. */
const whileMade = 2;

/** What is forgotten counts as the largest until it is made again. */
const remembered = 50_000;

/** Whose questions they are: `one` names an attempt or a test of the account. */
export type Whose = { readonly accountId: number; readonly one: string };

/**
 * Responses that hold all questions of a test, megabytes each. They have their place before they are made, for as many bytes as the same had
 * before, or the largest of its account: many that are asked for at the same time would be in memory together before the first is counted.
 */
export const createAllQuestions = (app: FastifyInstance) => {
  const reserve = app.getDecorator<ReserveResponse>(reserveResponse);
  const sizes = new LRUCache<string, number>({ max: remembered });
  const largestOf = ({ accountId }: Whose): string => String(accountId);
  const sizeOf = ({ accountId, one }: Whose): string => `${accountId} ${one}`;
  return {
    reserve: (request: FastifyRequest, reply: FastifyReply, whose: Whose): Promise<Refusal | undefined> =>
      reserve(request, reply, whileMade * (sizes.get(sizeOf(whose)) ?? sizes.get(largestOf(whose)) ?? responseBounds.ofQuestions)),
    /** Made in pieces, which are sent as they are. */
    send: async (reply: FastifyReply, whose: Whose, value: object): Promise<FastifyReply> => {
      const pieces = await inParts(jsonParts(value));
      const size = pieces.reduce((sum, { length }) => sum + length, 0);
      sizes.set(sizeOf(whose), size);
      sizes.set(largestOf(whose), Math.max(size, sizes.get(largestOf(whose)) ?? 0));
      return reply.type('application/json; charset=utf-8').send(size <= slice ? Buffer.concat(pieces) : new Slices(pieces));
    },
  };
};
