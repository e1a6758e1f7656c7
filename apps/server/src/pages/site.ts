import type { FastifyInstance } from 'fastify';

/** Where the pages live, as browsers see it: `base` is the path prefix without a slash at the end. */
export type Site = { readonly base: string; readonly origin: string };

const decorator = 'candidatePages';

export const siteOf = (publicUrl: string): Site => {
  const { pathname, origin } = new URL(publicUrl);
  return { base: pathname.replace(/\/+$/, ''), origin };
};

export const setSite = (app: FastifyInstance, site: Site): void => {
  app.decorate(decorator, site);
};

export const getSite = (app: FastifyInstance): Site => app.getDecorator<Site>(decorator);
