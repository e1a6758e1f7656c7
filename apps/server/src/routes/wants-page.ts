import type { FastifyRequest } from 'fastify';

/** Browsers that open a link accept HTML; programs, including the candidate page itself, do not ask for it. */
export const wantsPage = (request: Pick<FastifyRequest, 'headers'>): boolean => request.headers.accept?.includes('text/html') === true;
