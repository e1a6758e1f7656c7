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
table { width: 100%; border-collapse: collapse; margin-bottom: 1rem; }
th, td { text-align: start; vertical-align: top; padding: .4rem .6rem .4rem 0; border-bottom: 1px solid var(--line); font-weight: 400; }
th:last-child, td:last-child { padding-inline-end: 0; }
thead th { color: var(--soft); font-size: .875rem; }
h3 { font-size: 1.0625rem; margin: 1.25rem 0 .25rem; }
.figure { text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; }
.wide { width: 40%; }
.number { white-space: nowrap; }
.bar { display: block; width: 100%; height: 16px; margin: .15rem 0; overflow: visible; }
.track { fill: var(--line); }
.fill { fill: var(--accent); }
.line { fill: none; stroke: var(--accent); stroke-width: 1.6; }
.wrong { stroke: var(--ink); }
.blank { stroke: var(--soft); }
.mark { width: .75em; height: .75em; margin-inline-end: .5em; }
.logo { display: block; max-width: 100%; width: auto; height: 3rem; margin-bottom: .75rem; padding: .25rem; background: #ffffff; border-radius: 4px; object-fit: contain; }
.report header { border-bottom: 1px solid var(--line); margin-bottom: 1rem; }
.report header p { color: var(--soft); margin-bottom: .25rem; }
.report header h1 { margin-bottom: 0; }
.actions { padding-block: .5rem; }
.figures { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; margin: 0 0 .75rem; }
.figures > div { flex: 1 1 auto; max-width: 11rem; }
.figures dt { color: var(--soft); font-size: .875rem; }
.figures dd { margin: 0; color: var(--soft); font-size: .9375rem; line-height: 1.35; }
.figures strong { display: block; font-size: 2.5rem; line-height: 1.2; color: var(--ink); }
.facts { margin: 1rem 0; }
.facts > div { display: grid; grid-template-columns: 8rem 1fr; gap: 0 1rem; padding: .3rem 0; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; }
.facts small, th small, td small { display: block; color: var(--soft); }
.pass-mark, .average { fill: var(--ink); }
.average { stroke: var(--card); }
.legend { display: flex; flex-wrap: wrap; gap: 0 1.5rem; margin: 0; padding: 0; list-style: none; color: var(--soft); font-size: .875rem; }
.legend li { display: flex; }
.legend svg { flex: none; width: 16px; height: 16px; margin: .2rem .4rem 0 0; }
.figures .passed { color: var(--good); }
.figures .failed { color: var(--bad); }
.images { display: grid; grid-template-columns: repeat(auto-fill, minmax(7rem, 1fr)); gap: .75rem; padding: 0; list-style: none; }
.images img, .no-image { display: block; width: 100%; height: auto; aspect-ratio: 4 / 3; object-fit: contain; background: var(--code); }
@media (max-width: 30rem) {
  .facts > div { display: block; }
  .figures { display: grid; grid-template-columns: 1fr 1fr; }
  th, td { padding-inline-end: .4rem; }
}
@media print {
  :root { color-scheme: light; --page: #ffffff; --card: #ffffff; --ink: #000000; --soft: #404040; --line: #c0c0c0; --accent: #1f5fbf; --code: #f1f3f6; }
  main { max-width: none; padding: 0; }
  .card { border: 0; padding: 0; }
  .skip, .actions { display: none; }
  tr, li, .facts > div, .remarks { break-inside: avoid; }
  h2, h3, thead { break-after: avoid; }
}
button { margin-top: 1rem; color: var(--accent-ink); background: var(--accent); border: 1px solid var(--accent); font-weight: 600; cursor: pointer; }
`;

const stylesTag = createHash('sha256').update(styles).digest('base64url').slice(0, 16);

const stylesRoute = '/assets/page.css';

/** Each version has its own URL, so that browsers may cache it permanently. */
export const stylesPath = `${stylesRoute}?v=${stylesTag}`;

const accentRoute = '/assets/accent.css';

/** Style sheet with another accent, as the policy allows no styles of elements. */
export const accentPath = (color: string): string => `${accentRoute}?color=${color.slice(1)}`;

/** On dark cards an accent that is made for paper would not be seen. */
const accentStyles = (digits: string): string => `@media (prefers-color-scheme: light), print { :root { --accent: #${digits}; } }\n`;

type Accent = { readonly Querystring: { readonly color?: unknown } };

export const registerStyles = (app: FastifyInstance): void => {
  app.get<Accent>(accentRoute, async ({ query: { color } }, reply) => {
    const isColor = typeof color === 'string' && /^[0-9a-f]{6}$/.test(color);
    reply.header('cache-control', 'public, max-age=31536000, immutable').type('text/css; charset=utf-8');
    return reply.code(isColor ? 200 : 404).send(isColor ? accentStyles(color) : '');
  });

  app.get(stylesRoute, async (request, reply) => {
    const etag = `"${stylesTag}"`;
    reply.headers({ etag, 'cache-control': 'public, max-age=31536000, immutable' });
    return request.headers['if-none-match'] === etag ? reply.code(304).send() : reply.type('text/css; charset=utf-8').send(styles);
  });
};
