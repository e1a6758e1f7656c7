import type { Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makePoster, requestTo } from './testing/poster.ts';
import { certificates, startRawReceiver, startReceiver } from './testing/receiver.ts';

/** Until the end of the test, as an authority in the machine's store would be. */
const trust = (name: keyof typeof certificates): void => {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, certificates[name]]);
  onTestFinished(() => setDefaultCACertificates(before));
};

const servernameOf = (socket: Socket): string | false | null => (socket as TLSSocket).servername;

const startTlsReceiver = async (certificate: keyof typeof certificates) => {
  const servernames: unknown[] = [];
  const receiver = await startReceiver(
    (request, response) => {
      servernames.push(servernameOf(request.socket));
      response.end('ok');
    },
    { certificate },
  );
  const poster = makePoster({ resolve: async () => ['127.0.0.1'] });
  return { receiver, servernames, post: (host: string) => poster.post(requestTo(`https://${host}:${receiver.port}/`)) };
};

describe('a certificate that verifies', () => {
  it('is asked for by the name of the URL, though an address is dialled', async () => {
    trust('receiver');
    const { receiver, servernames, post } = await startTlsReceiver('receiver');
    expect(await post('receiver.test')).toMatchObject({ type: 'responded', status: 200, response: 'ok' });
    expect(servernames).toEqual(['receiver.test']);
    expect(receiver.received[0]?.headers.host).toBe(`receiver.test:${receiver.port}`);
  });

  it('is asked for without the dot at the end of the name', async () => {
    trust('receiver');
    const { servernames, post } = await startTlsReceiver('receiver');
    expect(await post('receiver.test.')).toMatchObject({ type: 'responded' });
    expect(servernames).toEqual(['receiver.test']);
  });

  it('may be one for an address', async () => {
    trust('receiver');
    const { servernames, post } = await startTlsReceiver('receiver');
    expect(await post('127.0.0.1')).toMatchObject({ type: 'responded' });
    expect(servernames).toEqual([false]);
  });
});

describe('unreachable, and the receiver gets no request', () => {
  it('when the certificate is self-signed', async () => {
    const { receiver, post } = await startTlsReceiver('receiver');
    expect(await post('receiver.test')).toMatchObject({ type: 'unreachable', error: 'TLS: self-signed certificate' });
    expect(receiver.received).toHaveLength(0);
  });

  it('when the certificate has expired', async () => {
    trust('expired');
    const { receiver, post } = await startTlsReceiver('expired');
    expect(await post('receiver.test')).toMatchObject({ type: 'unreachable', error: 'TLS: certificate has expired' });
    expect(receiver.received).toHaveLength(0);
  });

  it.each(['other.test', '127.0.0.2'])('when the certificate is not for %s', async (host) => {
    trust('receiver');
    const certificate = 'receiver';
    const receiver = await startReceiver((_request, response) => response.end(), { certificate, host: '0.0.0.0' });
    const poster = makePoster({ resolve: async () => ['127.0.0.1'] });
    const answer = await poster.post(requestTo(`https://${host}:${receiver.port}/`));
    expect(answer).toMatchObject({ type: 'unreachable', error: expect.stringMatching(/^TLS: .*(altnames|cert's list)/) });
    expect(receiver.received).toHaveLength(0);
  });

  it('when the receiver does not speak TLS', async () => {
    const receiver = await startReceiver((_request, response) => response.end());
    const answer = await makePoster().post(requestTo(`https://127.0.0.1:${receiver.port}/`));
    expect(answer).toMatchObject({ type: 'unreachable', error: expect.stringMatching(/^TLS: [ a-z]+$/) });
    expect(receiver.received).toHaveLength(0);
  });

  it('when the receiver closes the connection during the handshake', async () => {
    const receiver = await startRawReceiver((socket) => socket.end());
    const answer = await makePoster().post(requestTo(`https://127.0.0.1:${receiver.port}/`));
    expect(answer).toMatchObject({ type: 'unreachable', error: 'TLS: the connection was closed during the handshake' });
  });
});
