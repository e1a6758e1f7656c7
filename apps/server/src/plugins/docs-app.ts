import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance } from 'fastify';
import { createOpenApi } from '../openapi.ts';

const contentSecurityPolicy = [
  "default-src 'self'",
  "img-src 'self' data:",
  // Swagger UI colours code with style attributes.
  "style-src 'self' 'unsafe-inline'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><text x="0" y="28" font-family="sans-serif" font-size="26" font-weight="bold" fill="#fff">Assay</text></svg>';

/** The API reference, without files from other sites. `/docs/json` is the OpenAPI document. */
export const createDocsApp = async (publicUrl: () => string): Promise<FastifyInstance> => {
  const app = Fastify({ logger: false, routerOptions: { ignoreTrailingSlash: true } });
  // zod-openapi and @fastify/swagger declare different types for OpenAPI 3.1. The linter in CI checks the document itself.
  const document = createOpenApi('/') as unknown as StaticDocumentSpec['document'];
  await app.register(swagger, { mode: 'static', specification: { document } });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: contentSecurityPolicy,
    logo: { type: 'image/svg+xml', content: Buffer.from(logo) },
    theme: { title: 'Assay API' },
    uiConfig: { docExpansion: 'list', defaultModelsExpandDepth: -1, validatorUrl: null },
    // The URL is known only after the server listens.
    transformSpecification: (specification) => ({ ...specification, servers: [{ url: publicUrl() }] }),
    transformSpecificationClone: false,
  });
  return app;
};
