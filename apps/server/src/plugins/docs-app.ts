import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance } from 'fastify';
import { makeOpenApi } from '../openapi.ts';

const contentSecurityPolicy = [
  "default-src 'self'",
  "img-src 'self' data:",
  // The reference colours its code with style attributes.
  "style-src 'self' 'unsafe-inline'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><text x="0" y="28" font-family="sans-serif" font-size="26" font-weight="bold" fill="#fff">Assay</text></svg>';

/** The API reference, from files of our own and nobody else's. `/docs/json` is the document. */
export const makeDocsApp = async (publicUrl: () => string): Promise<FastifyInstance> => {
  const app = Fastify({ logger: false, routerOptions: { ignoreTrailingSlash: true } });
  // zod-openapi and @fastify/swagger each type OpenAPI 3.1 in their own words; the linter in CI checks the document itself.
  const document = makeOpenApi('/') as unknown as StaticDocumentSpec['document'];
  await app.register(swagger, { mode: 'static', specification: { document } });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: contentSecurityPolicy,
    logo: { type: 'image/svg+xml', content: Buffer.from(logo) },
    theme: { title: 'Assay API' },
    uiConfig: { docExpansion: 'list', defaultModelsExpandDepth: -1, validatorUrl: null },
    // The address is known only once the server listens.
    transformSpecification: (specification) => ({ ...specification, servers: [{ url: publicUrl() }] }),
    transformSpecificationClone: false,
  });
  return app;
};
