import { publicUrl } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { expectRefusal, useService } from '../testing/service.ts';

const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

/** The path prefix of the public URL. */
const base = new URL(publicUrl).pathname;

describe('the pages for people without an address of their own', () => {
  const service = useService();
  const get = (url: string, headers: Record<string, string> = browser) => service.send({ method: 'GET', url, headers });

  it.each(['/', '/join', '/join/'])('%s is a page without scripts for a browser', async (url) => {
    const response = await get(url);
    expect([response.statusCode, response.headers['content-type'], response.headers.vary]).toEqual([
      200,
      'text/html; charset=utf-8',
      'accept',
    ]);
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
    expect(response.body).not.toMatch(/<script/);
  });

  it('/ says where to go, and names no account', async () => {
    await service.mint();
    const { body } = await get('/');
    for (const path of ['/join', '/docs']) expect(body).toContain(`href="${base}${path}"`);
    expect(body).not.toContain('Acme');
  });

  it.each([{ accept: 'application/json' }, { accept: '*/*' }, {}] as Record<string, string>[])(
    'are 404.2 for a program that sends %j, with any method',
    async (headers) => {
      for (const url of ['/', '/join', '/join?key=l1-222222222222'])
        for (const method of ['GET', 'POST', 'PUT'] as const) expectRefusal(await service.send({ method, url, headers }), '404.2');
    },
  );

  it.each([
    ['l1-222222222222', '/join/l1-222222222222'],
    [' L1-222222222222 ', '/join/L1-222222222222'],
    ['https://assay.example/join/l1-222222222222', '/join/l1-222222222222'],
    ['https://assay.example/join/l1-222222222222/', '/join/l1-222222222222'],
    ['//evil.example', '/join/evil.example'],
    ['a b?c#d\\', '/join/a%20b%3Fc%23d%5C'],
  ])('a typed key %j leads to %s of this server', async (typed, location) => {
    const response = await get(`/join?key=${encodeURIComponent(typed)}`);
    expect([response.statusCode, response.headers.location]).toEqual([303, `${base}${location}`]);
  });

  it.each(['/join?key=', '/join?key=%20', '/join?key=/', '/join?key=a&key=b', `/join?key=${'x'.repeat(2049)}`])(
    '%s shows the field again',
    async (url) => {
      const response = await get(url);
      expect(response.statusCode).toBe(200);
      expect(response.body).toContain('<input id="key"');
    },
  );
});
