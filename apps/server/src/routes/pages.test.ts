import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Assay } from '@assay/operations';
import formbody from '@fastify/formbody';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { stylesPath } from '../pages/styles.ts';
import { registerPages } from './pages.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** The pages over no store: enough for what is answered before or without one. */
const appOver = async (assay: Pick<Assay, 'publicUrl' | 'secret'>) => {
  const app = Fastify({ bodyLimit: 1024 * 1024 });
  await app.register(formbody);
  // Nothing here reaches the store.
  registerPages(app, assay as Assay);
  return app;
};

const working = () => appOver({ publicUrl: 'https://assess.test/exams', secret: createSecretKey(Buffer.alloc(32)) });

const failing = () =>
  appOver({
    publicUrl: 'https://assess.test/exams',
    get secret(): KeyObject {
      throw Object.assign(new Error('locked'), { name: 'StoreUnavailable' });
    },
  });

describe('the style sheet', () => {
  test('is kept by browsers under an address of its version', async () => {
    const app = await working();
    const first = await app.inject(stylesPath);
    expect(first.headers).toMatchObject({
      'content-type': 'text/css; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const again = await app.inject({ url: stylesPath, headers: { 'if-none-match': String(first.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});

describe('a token that is none', () => {
  test.each([
    ['GET', '/take/x'],
    ['POST', '/take/x/form/start'],
    ['POST', '/take/x/form/answers'],
    ['POST', '/take/x/form/submit'],
  ] as const)('%s %s is a 404 page', async (method, url) => {
    const app = await working();
    const { statusCode, headers, body } = await app.inject({
      method,
      url,
      ...(method === 'POST' ? { headers: form, payload: 'a=1' } : {}),
    });
    expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(body).toContain('<h1>Page not found</h1>');
  });
});

describe('a fault on our side', () => {
  test('is a page, and one that brings sent answers back', async () => {
    const app = await failing();
    const get = await app.inject('/take/x');
    expect([get.statusCode, get.headers['retry-after']]).toEqual([503, '1']);
    const post = await app.inject({ method: 'POST', url: '/take/x/form/answers', headers: form, payload: 'answer-1=a+%26+b&action=save' });
    expect(post.statusCode).toBe(503);
    expect(post.body).toContain('action="/exams/take/x/form/answers"');
    expect(post.body).toContain('<textarea hidden name="answer-1">\na &amp; b</textarea>');
  });

  test('does not say what went wrong', async () => {
    const app = await appOver({
      publicUrl: 'https://assess.test',
      get secret(): KeyObject {
        throw new Error('the password is hunter2');
      },
    });
    const { statusCode, body } = await app.inject('/take/x');
    expect(statusCode).toBe(500);
    expect(body).not.toContain('hunter2');
  });
});

test('a form may be larger than other bodies, but not endless', async () => {
  const app = await working();
  const post = (size: number) =>
    app.inject({ method: 'POST', url: '/take/x/form/answers', headers: form, payload: `a=${'x'.repeat(size)}` });
  expect((await post(5_000_000)).statusCode).toBe(404);
  const over = await post(17_000_000);
  expect(over.statusCode).toBe(413);
  expect(over.body).toContain('<h1>Too much text</h1>');
});
