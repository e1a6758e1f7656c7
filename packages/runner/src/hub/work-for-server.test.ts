import { until } from '@assay/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openRunner } from '../pool/open-runner.ts';
import { type Fault, startFake } from '../testing/fake-service.ts';
import { sourceChild } from '../testing/run-one.ts';
import { workForServer } from './work-for-server.ts';

test('a runner whose claims a server does not know, as it started again, connects once', async () => {
  const idOf = (hello: number) => `runner-of-hello-${hello}`;
  const asked = (path: string) => server.requests.filter(({ url }) => url.pathname === `/runner/v1/${path}`);
  const server = await startFake(({ url }) =>
    url.pathname.endsWith('hello')
      ? { status: 200, json: { runner: idOf(asked('hello').length), leaseSeconds: 30 } }
      : { status: 200, json: null },
  );
  onTestFinished(server.close);
  let refuseLater: () => void = () => undefined;
  const refuse: Fault = (_, response) => response.writeHead(404).end('{}');
  const hold: Fault = (request, response) => {
    refuseLater = () => refuse(request, response);
  };
  server.fail('POST /runner/v1/claim', hold, refuse);
  const runner = await openRunner({ child: sourceChild, kinds: [], size: 2 });
  onTestFinished(runner.close);
  const stopping = new AbortController();
  const url = new URL(`http://127.0.0.1:${server.port}/`);
  const working = workForServer({ url, key: 'key', runner, signal: stopping.signal, log: () => undefined });
  await until('the second connection', () => asked('hello').length === 2 || undefined);
  refuseLater();
  const claims = asked('claim').length;
  await until('further claims', () => asked('claim').length > claims + 5 || undefined);
  stopping.abort();
  await working;
  expect(asked('hello')).toHaveLength(2);
  expect(asked('claim').at(-1)?.body).toEqual({ runner: idOf(2) });
});
