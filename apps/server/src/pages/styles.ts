import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** Style sheet of the server's message pages: light and dark, from 320 px wide, without external fonts or images. */
export const styles = `
:root {
  color-scheme: light dark;
  --page: #f4f5f7; --card: #ffffff; --ink: #1c2430; --soft: #5a6472; --line: #d5dae1; --control: #868f9c;
  --accent: #1f5fbf; --accent-ink: #ffffff; --accent-soft: #eaf1fb;
  --good: #1a6b3c; --good-soft: #e8f5ed; --bad: #a5261f; --bad-soft: #fcecea; --code: #f1f3f6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #12161c; --card: #1b212a; --ink: #e6e9ee; --soft: #a3adba; --line: #333c48; --control: #7b8796;
    --accent: #8ab6f9; --accent-ink: #0d1b30; --accent-soft: #202f47;
    --good: #85d3a2; --good-soft: #173123; --bad: #f5a19a; --bad-soft: #3a1f1e; --code: #12161c;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { scroll-padding: 1rem 0 8rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: anywhere; }
main { max-width: 46rem; margin: 0 auto; padding: 0 1rem; }
main { padding-block: 1.5rem 3rem; }
main:focus { outline: none; }
h1 { line-height: 1.25; text-wrap: balance; }
h1 { font-size: clamp(1.5rem, 1.2rem + 1.5vw, 2rem); margin: 0 0 .75rem; }
p { margin: 0 0 .75rem; }
a { color: var(--accent); text-underline-offset: .15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: 1rem; top: -6rem; z-index: 2; padding: .5rem 1rem; background: var(--card); border-radius: 0 0 8px 8px; }
.skip:focus { top: 0; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: clamp(1rem, 4vw, 2rem); }
.card > :last-child { margin-bottom: 0; }
.lead { font-size: 1.125rem; }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 1.5rem 0 .5rem; }
code { font: .9375em ui-monospace, "SF Mono", Consolas, monospace; background: var(--code); border-radius: 4px; padding: .1em .3em; }
label { display: block; font-weight: 600; }
label + p { color: var(--soft); margin-bottom: .5rem; }
input, button { font: inherit; border-radius: 8px; min-height: 2.75rem; padding: .5rem .9rem; }
input { width: 100%; max-width: 24rem; color: var(--ink); background: var(--page); border: 1px solid var(--control); }
button { margin-top: 1rem; color: var(--accent-ink); background: var(--accent); border: 1px solid var(--accent); font-weight: 600; cursor: pointer; }
`;

const stylesTag = createHash('sha256').update(styles).digest('base64url').slice(0, 16);

const stylesRoute = '/assets/page.css';

/** Each version has its own URL, so that browsers may cache it permanently. */
export const stylesPath = `${stylesRoute}?v=${stylesTag}`;

export const registerStyles = (app: FastifyInstance): void => {
  app.get(stylesRoute, async (request, reply) => {
    const etag = `"${stylesTag}"`;
    reply.headers({ etag, 'cache-control': 'public, max-age=31536000, immutable' });
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.type('text/css; charset=utf-8').send(styles);
  });
};
