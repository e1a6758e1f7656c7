import { rateLimits } from '@assay/domain';
import { day, publicUrl, somebody } from '@assay/testing';
import { parse } from 'content-disposition';
import type { LightMyRequestResponse } from 'fastify';
import { Registry } from 'prom-client';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildApp } from '../app.ts';
import { picture } from '../testing/images.ts';
import { candidatePage, largeBodyThread, resultOf, useService } from '../testing/service.ts';

/** Checks a page that is sent instead of a report, and returns its heading. */
const headingOf = (response: LightMyRequestResponse, status: number): string => {
  expect(response.statusCode).toBe(status);
  expect(response.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-content-type-options': 'nosniff',
  });
  const [, heading = ''] = /<h1>([^<]+)<\/h1>/.exec(response.body) ?? [];
  // One sentence says what happened, another what to do.
  expect([...response.body.matchAll(/<p[ >]/g)].length).toBeGreaterThanOrEqual(2);
  return heading;
};

describe('/report/{token}', () => {
  const service = useService();
  let token: string;
  let emailed: string;
  const open = (path: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') => service.send({ method, url: `/report/${path}` });

  beforeAll(async () => {
    const { key, testId } = await service.mint();
    const link = await service.createLink(key, testId, { emailToStakeholder: 'boss@example.com' });
    const person = { ...somebody(), fullName: 'Ana Núñez', callbackURL: 'https://ats.example/hook' };
    const { token: takeToken } = await service.registerByLink(key, testId, link.id, person);
    await service.complete(takeToken);
    await service.generate();
    await service.deliver();
    const tokenOf = (url: string): string => {
      expect(url.startsWith(`${publicUrl}/report/`)).toBe(true);
      return url.slice(`${publicUrl}/report/`.length);
    };
    token = tokenOf(JSON.parse(service.outbound.callbacks[0]?.body ?? '').ReportPDFUrl);
    const mail = service.outbound.emails.find((one) => one.kind === 'stakeholder-email');
    emailed = tokenOf(mail?.kind === 'stakeholder-email' ? mail.reportPdfUrl : '');
  });

  it('opens the PDF without an API key, from a callback and from a mail', async () => {
    for (const one of [token, emailed]) {
      const response = await open(one);
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({
        'content-type': 'application/pdf',
        'cache-control': expect.stringContaining('no-store'),
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
        'x-content-type-options': 'nosniff',
      });
      const { type, parameters } = parse(String(response.headers['content-disposition']));
      expect([type, parameters.filename]).toEqual(['inline', 'Ana Núñez - A little of everything.pdf']);
      expect(response.rawPayload.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    }
  });

  it('is a PDF for every Accept', async () => {
    for (const accept of ['text/html', 'application/json', 'image/*', 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8'])
      expect((await service.app.inject({ url: `/report/${token}`, headers: { accept } })).headers['content-type']).toBe('application/pdf');
  });

  it('has the same report as a page, which says what the PDF says and runs no script', async () => {
    const response = await open(`${token}/page`);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
    });
    const policy = String(response.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/script-src|unsafe/);
    expect(response.body).not.toMatch(/<script|style=|\son\w+=/);
    const said = response.body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
    for (const words of ['Ana Núñez', 'A little of everything', 'No window violations', 'Submitted by the candidate', 'Open as PDF'])
      expect(said).toContain(words);
    expect(response.body).toContain(`href="${new URL(publicUrl).pathname}/report/${token}"`);
    expect((await open(`${token}/page`, 'POST')).statusCode).toBe(405);
    expect((await open(`${token}/page`, 'HEAD')).rawPayload.length).toBe(0);
  });

  it('has the logo and the colour of the account, the colour from a style sheet of its own', async () => {
    const { key, testId } = await service.mint();
    const logo = (await picture({ format: 'png' })).toString('base64');
    resultOf(await service.send({ method: 'POST', url: '/manage/v1/account', key, body: { color: '#7a1f5c', logo } }));
    const link = await service.createLink(key, testId, {});
    const { token: takeToken } = await service.registerByLink(key, testId, link.id, {
      ...somebody(),
      callbackURL: 'https://ats.example/brand',
    });
    await service.complete(takeToken);
    await service.generate();
    await service.deliver();
    const { body } = service.outbound.callbacks.find(({ url }) => url === 'https://ats.example/brand') ?? { body: '{}' };
    const { pathname } = new URL(JSON.parse(body).ReportPDFUrl);
    const page = await service.app.inject(`/report/${pathname.split('/report/')[1]}/page`);
    expect(page.body).toMatch(/<img class="logo" src="data:image\/jpeg;base64,[A-Za-z0-9+/=]+" alt/);
    expect(page.body).toContain('/assets/accent.css?color=7a1f5c');
    const styles = await service.app.inject('/assets/accent.css?color=7a1f5c');
    expect([styles.headers['content-type'], styles.body]).toEqual([
      'text/css; charset=utf-8',
      expect.stringContaining('--accent: #7a1f5c'),
    ]);
    for (const color of ['7a1f5', '7a1f5c;}', 'red', '7A1F5C&color=000000'])
      expect((await service.app.inject(`/assets/accent.css?color=${color}`)).statusCode).toBe(404);
  });

  it('counts requests of the page and of the PDF together', async () => {
    const limited = await buildApp({
      assay: service.assay,
      v2HttpStatus: 'match',
      trustProxy: false,
      logger: service.log,
      registry: new Registry(),
      largeBodyThread,
      candidatePage,
      rateLimits: { limits: { ...rateLimits, report: { by: 'credential', perSecond: 0.001, burst: 2 } } },
    });
    onTestFinished(() => limited.close());
    expect((await limited.inject(`/report/${token}`)).statusCode).toBe(200);
    expect((await limited.inject(`/report/${token}/page`)).statusCode).toBe(200);
    for (const path of ['', '/page']) expect((await limited.inject(`/report/${token}${path}`)).statusCode).toBe(429);
  });

  it('has no body for HEAD', async () => {
    const response = await open(token, 'HEAD');
    expect([response.statusCode, response.headers['content-type'], response.rawPayload.length]).toEqual([200, 'application/pdf', 0]);
  });

  it('is a 404 page if any character of the token is changed', async () => {
    for (let index = 0; index < token.length; index += 1) {
      const changed = `${token.slice(0, index)}${token[index] === 'b' ? 'c' : 'b'}${token.slice(index + 1)}`;
      expect(headingOf(await open(`${changed}${index % 2 === 0 ? '' : '/page'}`), 404)).toBe('Page not found');
    }
  });

  it('is a 404 page for a token that is cut off, longer, upper case or of another kind', async () => {
    const takeToken = (await service.mint().then(({ key, testId }) => service.register(key, testId))).token;
    for (const wrong of [token.slice(0, -1), `${token}a`, token.toUpperCase(), 'sample', 'x'.repeat(1500), takeToken, '..%2f..%2fetc'])
      expect(headingOf(await open(wrong), 404)).toBe('Page not found');
  });

  it('does not show the token on the page', async () => {
    const { body } = await open(encodeURIComponent('<script>alert(1)</script>'));
    expect(body).not.toContain('alert(1)');
  });

  it('refuses POST', async () => {
    const response = await open(token, 'POST');
    expect(response.statusCode).toBe(405);
  });

  it('opens without end; where ASSAY_REPORT_URL_DAYS limits it, it is then a 410 page that says what to do', async () => {
    service.clock.advance(1000 * day);
    expect((await open(token)).statusCode).toBe(200);
    const limited = await buildApp({
      assay: { ...service.assay, reportUrlDays: 1000 },
      v2HttpStatus: 'match',
      trustProxy: false,
      logger: service.log,
      registry: new Registry(),
      largeBodyThread,
      candidatePage,
    });
    onTestFinished(() => limited.close());
    const expired = await limited.inject(`/report/${token}`);
    expect(headingOf(expired, 410)).toBe('This address has expired');
    expect(expired.body).toMatch(/Ask its sender for a new one/);
    expect(headingOf(await limited.inject(`/report/${emailed}`), 410)).toBe('This address has expired');
  });

  it('is a 503 without the error message while the database is unavailable', async () => {
    const fault = Object.assign(new Error('no connection to db.internal:5432'), { name: 'StoreUnavailable' });
    const response = await service.whileStoreFails(fault, () => open(token));
    expect(response.statusCode).toBe(503);
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    expect(response.body).not.toContain('db.internal');
  });

  describe('that was ended', () => {
    const mintEnded = async (end: 'reset' | 'report-url/revoke') => {
      const { key, testId } = await service.mint();
      const { id, token: takeToken } = await service.register(key, testId, { ...somebody(), callbackURL: 'https://ats.example/hook' });
      await service.complete(takeToken);
      await service.generate();
      await service.deliver();
      const url = new URL(JSON.parse(service.outbound.callbacks.at(-1)?.body ?? '').ReportPDFUrl);
      const path = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
      expect((await open(path)).statusCode).toBe(200);
      resultOf(await service.send({ method: 'POST', url: `/manage/v1/invitations/${id}/${end}`, key }));
      return path;
    };

    it.each(['reset', 'report-url/revoke'] as const)('by %s is a 410 page that says what to do', async (end) => {
      const path = await mintEnded(end);
      for (const ended of [await open(path), await open(`${path}/page`)]) {
        expect(headingOf(ended, 410)).toBe('This address no longer opens');
        expect(ended.body).toMatch(/revoked, or the attempt that it shows was reset\..*Ask its sender for a new one/s);
      }
    });

    it('is a 410.1 envelope for a program that asks for JSON', async () => {
      const url = `/report/${await mintEnded('report-url/revoke')}`;
      const response = await service.app.inject({ url, headers: { accept: 'application/json, text/plain, */*' } });
      expect([response.statusCode, response.headers['x-robots-tag'], response.headers['cache-control']]).toEqual([
        410,
        'noindex',
        'no-store',
      ]);
      expect(response.json()).toMatchObject({ statuscode: '410.1', result: expect.stringContaining('revoked') });
    });
  });
});
