import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { type FunctionComponent, h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { stringify } from 'yaml';
import { createOpenApi } from '../../openapi.ts';
import { shareBytes } from '../../responses/slices.ts';
import { CodesPage } from './CodesPage.tsx';
import type { OpenApi } from './document.ts';
import { ReferencePage } from './ReferencePage.tsx';
import { script } from './script.ts';
import { referenceStyles } from './styles.ts';

/** Nothing from another site, no code in the page, and requests to this server only. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** `compressed` is the same body for clients that read gzip: the page has 0.8 MB without. */
export type ReferenceFile = { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer; readonly compressed: Buffer };

const fileOf = (type: string, text: string): ReferenceFile => {
  const body = Buffer.from(text);
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const headers = { 'content-type': type, etag, 'cache-control': 'no-cache', vary: 'accept-encoding' };
  const ofPage = type.startsWith('text/html') ? { 'content-security-policy': contentSecurityPolicy } : {};
  return { headers: { ...headers, ...ofPage }, body: shareBytes(body), compressed: shareBytes(gzipSync(body)) };
};

const pageOf = <Props extends object>(page: FunctionComponent<Props>, props: Props): ReferenceFile =>
  fileOf('text/html; charset=utf-8', `<!doctype html>\n${renderToString(h(page, props))}`);

/** Every file of the API reference, by its path. */
export const makeReferenceFiles = (publicUrl: string): ReadonlyMap<string, ReferenceFile> => {
  const text = JSON.stringify(createOpenApi(publicUrl));
  const document = JSON.parse(text) as OpenApi;
  const base = new URL(publicUrl).pathname.replace(/\/+$/, '');
  return new Map([
    ['/docs', pageOf(ReferencePage, { document, base })],
    ['/docs/codes', pageOf(CodesPage, { base })],
    ['/docs/json', fileOf('application/json; charset=utf-8', text)],
    ['/docs/yaml', fileOf('application/yaml; charset=utf-8', stringify(document, { aliasDuplicateObjects: false }))],
    ['/docs/static/reference.js', fileOf('text/javascript; charset=utf-8', script)],
    ['/docs/static/reference.css', fileOf('text/css; charset=utf-8', referenceStyles)],
  ]);
};
