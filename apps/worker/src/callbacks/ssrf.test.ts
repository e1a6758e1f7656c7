import { eventually } from '@assay/testing';
import { describe, expect, it, vi } from 'vitest';
import { makePoster, type PosterSettings, requestTo } from './testing/poster.ts';
import { type Receiver, startReceiver } from './testing/receiver.ts';

const ok: Parameters<typeof startReceiver>[0] = (_request, response) => response.end('reached');

/** One port of 127.0.0.1 and, where the machine has IPv6, the same port of ::1. */
const startLoopbackReceivers = async (): Promise<readonly Receiver[]> => {
  const first = await startReceiver(ok);
  const second = await startReceiver(ok, { host: '::1', port: first.port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') return null;
    throw error;
  });
  return second === null ? [first] : [first, second];
};

const postTo = async (makeUrl: (port: number) => string, settings: PosterSettings) => {
  const receivers = await startLoopbackReceivers();
  const answer = await makePoster(settings).post(requestTo(makeUrl(receivers[0]?.port ?? 0)));
  return { answer, connections: receivers.flatMap(({ sockets }) => sockets).length };
};

describe('an address that is not public is refused and nothing is dialled', () => {
  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '127.0.0.1.',
    '2130706433',
    '0x7f000001',
    '0x7F.0.0.1',
    '017700000001',
    '0177.0.0.1',
    '0177.0x0.0.01',
    '127.1',
    '127.0.1',
    '%31%32%37.0.0.1',
    '①②⑦.⓪.⓪.①',
    '127。0。0。1',
    '１２７.０.０.１',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::1]',
    '[::]',
    '0.0.0.0',
    '0',
    '169.254.169.254',
    '[::ffff:169.254.169.254]',
    '[fd00:ec2::254]',
    '100.64.0.1',
    '10.0.0.1',
    '172.16.0.1',
    '192.168.0.1',
    '192.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '[fe80::1]',
    '[fec0::1]',
    '[fd00::1]',
    '[ff02::1]',
    '[100::1]',
    '[2001:db8::1]',
    '[3fff::1]',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'ⓛocalhost',
  ])('http://%s/', async (host) => {
    const { answer, connections } = await postTo((port) => `http://${host}:${port}/`, { allow: [] });
    expect(answer).toMatchObject({ type: 'refused', error: expect.stringMatching(/is not public; ASSAY_CALLBACK_ALLOW/) });
    expect(connections).toBe(0);
  });

  it('over https too, before any handshake', async () => {
    const { answer, connections } = await postTo((port) => `https://127.0.0.1:${port}/`, { allow: [] });
    expect(answer.type).toBe('refused');
    expect(connections).toBe(0);
  });

  it('and the message names the host', async () => {
    const { answer } = await postTo((port) => `http://localhost:${port}/`, { allow: [] });
    expect(answer).toMatchObject({ error: expect.stringContaining('localhost') });
  });
});

describe('a URL that is no plain http or https URL is refused', () => {
  it.each([
    ['ftp://127.0.0.1:PORT/', 'http or https'],
    ['file:///etc/passwd', 'http or https'],
    ['gopher://127.0.0.1:PORT/_POST', 'http or https'],
    ['data:text/plain,hello', 'http or https'],
    ['javascript:void(0)', 'http or https'],
    ['unix:/var/run/docker.sock', 'http or https'],
    ['http://user:secret@127.0.0.1:PORT/', 'no user name'],
    ['http://user@127.0.0.1:PORT/', 'no user name'],
    ['http://:secret@127.0.0.1:PORT/', 'no user name'],
    ['http://', 'not a URL'],
    ['http://127.0.0.256:PORT/', 'not a URL'],
    ['http://[fe80::1%25eth0]:PORT/', 'not a URL'],
    ['//127.0.0.1:PORT/', 'not a URL'],
    ['', 'not a URL'],
  ])('%s', async (url, reason) => {
    const { answer, connections } = await postTo((port) => url.replace('PORT', String(port)), { allow: ['0.0.0.0/0', '::/0'] });
    expect(answer).toMatchObject({ type: 'refused', error: expect.stringContaining(reason) });
    expect(answer).toMatchObject({ error: expect.not.stringContaining('secret') });
    expect(connections).toBe(0);
  });
});

describe('a name is judged by the addresses it has', () => {
  it.each([
    ['private', ['127.0.0.1']],
    ['mapped', ['::ffff:127.0.0.1']],
    ['two private', ['127.0.0.1', '::1']],
    ['private, with a zone', ['fe80::1%lo', '::1%lo']],
    ['nonsense', ['localhost', '127.1', '']],
    ['none', []],
  ])('%s addresses: refused', async (_kind, addresses) => {
    const { answer, connections } = await postTo((port) => `http://hooks.test:${port}/`, { allow: [], resolve: async () => addresses });
    expect(answer).toMatchObject({ type: 'refused', error: expect.stringContaining('hooks.test') });
    expect(connections).toBe(0);
  });

  it('of permitted and other addresses only the permitted ones are dialled', async () => {
    const other = await startReceiver(ok, { host: '127.0.0.1' });
    const permitted = await startReceiver(ok, { host: '127.0.0.2', port: other.port });
    const poster = makePoster({ allow: ['127.0.0.2'], resolve: async () => ['127.0.0.1', '::1', '127.0.0.2', '10.0.0.1'] });
    expect(await poster.post(requestTo(`http://hooks.test:${other.port}/`))).toMatchObject({ type: 'responded', status: 200 });
    expect(permitted.received).toHaveLength(1);
    expect(other.sockets).toHaveLength(0);
  });

  it('when no permitted address answers, the others are not tried instead', async () => {
    const other = await startReceiver(ok);
    const poster = makePoster({ allow: ['127.0.0.2'], resolve: async () => ['127.0.0.2', '127.0.0.1'] });
    const answer = await poster.post(requestTo(`http://hooks.test:${other.port}/`));
    expect(answer).toMatchObject({ type: 'unreachable', error: 'connection refused' });
    expect(other.sockets).toHaveLength(0);
  });

  it('the address that was judged is the one dialled: a rebinding name is asked once, and refused when it is asked again', async () => {
    const target = await startReceiver(ok, { host: '127.0.0.1' });
    const first = await startReceiver((_request, response) => response.setHeader('connection', 'close').end('first'), {
      host: '127.0.0.2',
      port: target.port,
    });
    const resolve = vi
      .fn<(host: string) => Promise<readonly string[]>>()
      .mockResolvedValue(['127.0.0.1'])
      .mockResolvedValueOnce(['127.0.0.2']);
    const poster = makePoster({ allow: ['127.0.0.2'], resolve });
    const url = `http://rebind.test:${target.port}/`;

    expect(await poster.post(requestTo(url))).toMatchObject({ type: 'responded', response: 'first' });
    expect(resolve).toHaveBeenCalledTimes(1);
    expect(first.received[0]?.headers.host).toBe(`rebind.test:${target.port}`);

    expect(await poster.post(requestTo(url))).toMatchObject({ type: 'refused' });
    expect(resolve).toHaveBeenCalledTimes(2);
    expect(target.sockets).toHaveLength(0);
  });

  it('the open socket is judged once more, and nothing is written to one that does not pass', async () => {
    const receiver = await startReceiver(ok);
    const permits = vi.fn<(address: string) => boolean>().mockReturnValue(false).mockReturnValueOnce(true);
    const answer = await makePoster({ policy: { permits } }).post(requestTo(receiver.url));
    expect(answer).toMatchObject({ type: 'refused' });
    expect(permits.mock.calls).toEqual([['127.0.0.1'], ['127.0.0.1']]);
    await eventually(() => expect(receiver.sockets[0]?.destroyed).toBe(true));
    expect(receiver.sockets[0]?.bytesRead).toBe(0);
  });
});

describe('ASSAY_CALLBACK_ALLOW', () => {
  it.each(['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]', '①②⑦.⓪.⓪.①'])('127.0.0.0/8 lets %s be reached', async (host) => {
    const { answer } = await postTo((port) => `http://${host}:${port}/`, { allow: ['127.0.0.0/8'] });
    expect(answer).toMatchObject({ type: 'responded', status: 200, response: 'reached' });
  });

  it.each(['[::1]', '[::127.0.0.1]', '0.0.0.0', '[64:ff9b::7f00:1]'])('127.0.0.0/8 does not let %s be reached', async (host) => {
    const { answer, connections } = await postTo((port) => `http://${host}:${port}/`, { allow: ['127.0.0.0/8'] });
    expect(answer.type).toBe('refused');
    expect(connections).toBe(0);
  });
});

describe('a redirect is an answer', () => {
  it.each([301, 302, 303, 307, 308])('%d to a private address is not followed', async (status) => {
    const secret = await startReceiver(ok);
    for (const location of [secret.url, 'http://169.254.169.254/latest/meta-data/']) {
      const receiver = await startReceiver((_request, response) => response.writeHead(status, { location }).end());
      expect(await makePoster().post(requestTo(receiver.url))).toMatchObject({ type: 'responded', status });
    }
    expect(secret.sockets).toHaveLength(0);
  });
});

it('a proxy of the environment is not used', async () => {
  const [proxy, receiver] = [await startReceiver(ok), await startReceiver(ok)];
  for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) vi.stubEnv(name, proxy.url);
  try {
    expect(await makePoster().post(requestTo(receiver.url))).toMatchObject({ type: 'responded' });
  } finally {
    vi.unstubAllEnvs();
  }
  expect([proxy.sockets.length, receiver.received.length]).toEqual([0, 1]);
});
