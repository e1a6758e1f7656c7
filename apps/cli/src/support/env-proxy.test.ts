import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.ts';
import { envFetch, usesProxy } from './env-proxy.ts';

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

describe('a proxy of the environment', () => {
  let target: Server;
  let proxy: Server;
  let proxyPort: number;
  const asked: string[] = [];

  beforeEach(async () => {
    asked.length = 0;
    target = createServer((request, response) =>
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ statuscode: '200.1', description: 'Done', result: { tests: [], nextCursor: null, path: request.url } })),
    );
    const port = await listen(target);
    proxy = createServer((request, response) => {
      asked.push(String(request.url));
      httpRequest({ port, path: new URL(String(request.url)).pathname }, (answer) => answer.pipe(response)).end();
    });
    // The tunnel of https: that it is asked for is enough here.
    proxy.on('connect', (request, socket) => {
      asked.push(`CONNECT ${request.url}`);
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    });
    proxyPort = await listen(proxy);
  });
  afterEach(() => {
    for (const server of [target, proxy]) {
      server.closeAllConnections();
      server.close();
    }
  });

  it('is the way to a server, written as a URL or as host and port', async () => {
    for (const HTTP_PROXY of [`http://127.0.0.1:${proxyPort}`, `127.0.0.1:${proxyPort}`]) {
      const env = { ASSAY_URL: 'http://assay.test', ASSAY_API_KEY: 'key-of-the-tests-0123456789', HTTP_PROXY };
      const ran = await runCli(['tests', 'list', '--quiet'], { env, fetch: envFetch(env) });
      expect(ran).toMatchObject({ code: 0, err: '' });
    }
    expect(asked).toEqual(
      ['http://assay.test', 'http://assay.test'].map((base) => expect.stringMatching(new RegExp(`^${base}/manage/v1/tests\\?`))),
    );
    const HTTPS_PROXY = `http://127.0.0.1:${proxyPort}`;
    await expect(envFetch({ HTTPS_PROXY })('https://assay.test/healthz')).rejects.toThrow('fetch failed');
    expect(asked.at(-1)).toBe('CONNECT assay.test:443');
  });

  it('is not used for this machine, nor for what NO_PROXY names', async () => {
    const env = { HTTPS_PROXY: 'http://proxy.test', http_proxy: `http://127.0.0.1:${proxyPort}`, NO_PROXY: 'none.test' };
    for (const url of ['http://localhost:8080', 'http://127.0.0.1', 'https://[::1]:8443']) expect(usesProxy(env, url), url).toBe(false);
    expect(usesProxy(env, 'https://assay.test')).toBe(true);
    await expect(envFetch(env)('http://none.test/healthz')).rejects.toThrow('fetch failed');
    expect(asked).toEqual([]);
  });

  it('that is no URL is wrong usage', async () => {
    const env = { ASSAY_URL: 'http://assay.test', ASSAY_API_KEY: 'key-of-the-tests-0123456789', HTTPS_PROXY: 'socks5://x' };
    const ran = await runCli(['tests', 'list'], { env, fetch: envFetch(env) });
    expect(ran.err).toContain('HTTPS_PROXY must be the URL of a proxy, such as http://proxy.example.com:3128.');
  });
});
