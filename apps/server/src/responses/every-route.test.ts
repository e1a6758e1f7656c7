import { readdirSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { openHub } from '@assay/runner';
import { until } from '@assay/testing';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { candidatePage, useService } from '../testing/service.ts';

/** The paths of the router that a GET finds, from its tree: a line has its depth before the rest of its path. */
const pathsIn = (tree: string): string[] => {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', rest = '', methods = ''] = /^([│├└─ ]*)(.*?)(?: \(([A-Z, ]+)\))?$/u.exec(line) ?? [];
    const depth = indent.length / 4;
    above.splice(Math.max(0, depth - 1), above.length, rest);
    return methods.split(', ').includes('GET') ? [above.join('')] : [];
  });
};

const asset = readdirSync(join(candidatePage, 'assets', 'candidate')).find((name) => name.endsWith('.js')) ?? '';
const isHeld = '/held-by-this-test';

describe('the bound of responses that are not read', () => {
  const service = useService({
    responses: { bounds: { small: 0, ofAddress: 1, ofStrangers: 1, ofProcess: 1, mayWait: 0 } },
    runnerRoutes: { key: 'a key of runners that is long enough', hub: openHub() },
  });
  beforeAll(() => void service.app.get(isHeld, (_request, reply) => reply.send(new Readable({ read: () => undefined }))));

  it('holds for every route of the server that a GET finds: with one byte under way, none sends another', async () => {
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((service.app.server.address() as AddressInfo).port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.write(`GET ${isHeld} HTTP/1.1\r\nhost: a\r\n\r\n`);
    await until('it to be counted', async () => /assay_responses_under_way 1\n/.test(await service.registry.metrics()) || undefined);
    const paths = pathsIn(service.app.printRoutes({ commonPrefix: false })).filter((path) => path !== isHeld);
    for (const known of [
      '/docs',
      '/docs/json',
      '/metrics',
      '/take/:token/attempt',
      '/report/:token',
      '/manage/v1/tests',
      '/',
      '/assets/page.css',
    ])
      expect(paths).toContain(known);
    const key = await service.mintKey(await service.mintAccount());
    const sent: unknown[] = [];
    for (const path of paths)
      for (const headers of [{ accept: 'text/html' }, { 'x-api-key': key }]) {
        const url = path.replace('*', asset).replace(/:\w+/g, '1');
        const { statusCode, rawPayload } = await service.app.inject({ method: 'GET', url, headers });
        if (rawPayload.length > 0 && ![429, 503].includes(statusCode)) sent.push([path, statusCode]);
      }
    expect(sent).toEqual([]);
  });
});
