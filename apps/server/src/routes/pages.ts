import type { Assay } from '@assay/operations';
import type { FastifyInstance } from 'fastify';

export const registerPages = (_app: FastifyInstance, _assay: Assay): void => {};
