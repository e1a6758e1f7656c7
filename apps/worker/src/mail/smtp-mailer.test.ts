import { EventEmitter, once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  expectedFields,
  headerFields,
  hostileNames,
  invitationEmail,
  mailFrom,
  mailTimeouts,
  receiptEmail,
  sender,
  stakeholderEmail,
  stakeholderEmailOf,
} from '../testing/mails.ts';
import type { Mailer } from './mailer.ts';
import { makeSmtpMailer } from './smtp-mailer.ts';

const mailers: Mailer[] = [];
const openMailer = (smtpUrl: string, { timeouts = mailTimeouts } = {}) => {
  const mailer = makeSmtpMailer({ smtpUrl, from: sender, timeouts });
  mailers.push(mailer);
  return mailer;
};
const closeMailers = () => Promise.all(mailers.splice(0).map(({ close }) => close()));

// A server that listens on TCP has an address of this form.
const portOf = (server: Server): number => (server.address() as AddressInfo).port;

type Stage = 'connect' | 'auth' | 'mail' | 'rcpt' | 'data';

describe('a mail with an SMTP server', () => {
  type Received = { readonly from: string; readonly to: readonly string[]; readonly raw: string };
  const received: Received[] = [];
  const sockets: Socket[] = [];
  const stages = new EventEmitter();
  let refusals: Partial<Record<Stage, Error>>;
  let server: SMTPServer;
  let url: (credentials?: string) => string;
  beforeEach(async () => {
    received.length = 0;
    sockets.length = 0;
    refusals = {};
    server = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      closeTimeout: 1,
      disabledCommands: ['STARTTLS'],
      onConnect: (_session, done) => done(refusals.connect),
      onAuth: (_auth, _session, done) => done(refusals.auth ?? new Error('nobody may')),
      onMailFrom: (_address, _session, done) => {
        stages.emit('mail');
        done(refusals.mail);
      },
      onRcptTo: (_address, _session, done) => done(refusals.rcpt),
      onData: (stream, { envelope }, done) => {
        text(stream).then((raw) => {
          if (refusals.data !== undefined) return done(refusals.data);
          received.push({ from: envelope.mailFrom.address, to: envelope.rcptTo.map(({ address }) => address), raw });
          done();
        }, done);
      },
    });
    server.on('error', () => undefined);
    server.server.on('connection', (socket: Socket) => sockets.push(socket));
    const listening = once(server.server, 'listening');
    server.listen(0, '127.0.0.1', () => undefined);
    await listening;
    url = (credentials = '') => `smtp://${credentials}127.0.0.1:${portOf(server.server)}`;
  });
  afterEach(async () => {
    await closeMailers();
    await new Promise<void>((closed) => server.close(closed));
  });

  const refuse = (stage: Stage, responseCode: number): void => {
    refusals[stage] = Object.assign(new Error(`no (${stage})`), { responseCode });
  };

  it('is handed over whole, to the candidate and nobody else', async () => {
    expect(await openMailer(url()).send(invitationEmail)).toEqual({ type: 'sent', response: expect.stringMatching(/^250 /) });
    expect(received).toEqual([{ from: mailFrom, to: [invitationEmail.to], raw: expect.any(String) }]);
    const { raw = '' } = received[0] ?? {};
    expect(headerFields(raw)).toEqual(expectedFields);
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    const parsed = await PostalMime.parse(raw);
    expect(parsed.to).toEqual([{ address: invitationEmail.to, name: invitationEmail.fullName }]);
    expect(parsed.from).toEqual({ address: mailFrom, name: invitationEmail.organization });
    expect(parsed.subject).toBe('Your test: JavaScript <in depth>');
    for (const part of [invitationEmail.fullName, invitationEmail.testName, invitationEmail.takeTestURL])
      expect(parsed.text).toContain(part);
    expect(parsed.html).toContain('href="https://assay.example/take/1-2-1.abc_-def?a=1&amp;b=2"');
  });

  it('to a stakeholder holds the score and the link in both parts, and a test name of 200 characters', async () => {
    const testName = 'Überlang'.repeat(25);
    await openMailer(url()).send({ ...stakeholderEmail, testName });
    const parsed = await PostalMime.parse(received[0]?.raw ?? '');
    expect(parsed.to).toEqual([{ address: stakeholderEmail.to, name: '' }]);
    expect(parsed.subject).toMatch(/^Ana Núñez 王 completed (Überlang){6}Ü?.*…: 61\.5 of 80$/);
    for (const part of ['Ana Núñez 王', testName, '61.5']) {
      expect(parsed.text).toContain(part);
      expect(parsed.html).toContain(part);
    }
    expect(parsed.text).toContain(stakeholderEmail.reportPdfUrl);
    expect(parsed.html).toContain(stakeholderEmail.reportPdfUrl.replaceAll('&', '&amp;'));
  });

  it('has the same Message-ID when it is delivered again', async () => {
    const { send } = openMailer(url());
    await send(invitationEmail);
    await send(invitationEmail);
    const ids = await Promise.all(received.map(async ({ raw }) => (await PostalMime.parse(raw)).messageId));
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });

  it.each(hostileNames)('gets no header or recipient from the name %j', async (name) => {
    const { send } = openMailer(url());
    await send({ ...invitationEmail, fullName: name, testName: name, organization: name });
    await send({ ...receiptEmail, fullName: name, testName: name, organization: name });
    await send({ ...stakeholderEmailOf({ candidate: { fullName: name, emailId: name } }), testName: name, organization: name });
    expect(received.map(({ to }) => to)).toEqual([[invitationEmail.to], [receiptEmail.to], [stakeholderEmail.to]]);
    for (const { raw } of received) expect(headerFields(raw)).toEqual(expectedFields);
  });

  it.each(['a@evil.example, ana@example.com', 'ana@example.com\r\nRCPT TO:<a@evil.example>', '<a@evil.example> ana@example.com'])(
    'is not spread over the recipients of %j, which is no address',
    async (to) => {
      expect(await openMailer(url()).send({ ...invitationEmail, to })).toMatchObject({ type: 'failed', permanent: true });
      expect(received).toEqual([]);
    },
  );

  it('goes to an address beyond ASCII', async () => {
    const { send } = openMailer(url());
    await send({ ...invitationEmail, to: 'josé.núñez@bücher.example' });
    await send({ ...invitationEmail, to: 'jose@bücher.example' });
    // smtp-server shows domains decoded; the header shows what went over the wire.
    expect(received.map(({ to }) => to)).toEqual([['josé.núñez@bücher.example'], ['jose@bücher.example']]);
    expect((await PostalMime.parse(received[0]?.raw ?? '')).to?.[0]?.address).toBe('josé.núñez@bücher.example');
    expect(received[1]?.raw).toContain('<jose@xn--bcher-kva.example>');
  });

  it('to an address beyond ASCII that the server does not take fails with what is missing', async () => {
    refuse('rcpt', 553);
    expect(await openMailer(url()).send({ ...invitationEmail, to: 'josé@example.com' })).toEqual({
      type: 'failed',
      error: expect.stringMatching(/553 .*SMTPUTF8/),
      permanent: true,
    });
  });

  it.each<[Stage, number, boolean]>([
    ['mail', 550, true],
    ['mail', 451, false],
    ['mail', 530, false],
    ['rcpt', 550, true],
    ['rcpt', 450, false],
    ['data', 554, true],
    ['data', 452, false],
    ['connect', 554, false],
    ['connect', 421, false],
  ])('refused at %s with %i is a failure, permanent: %s', async (stage, code, permanent) => {
    refuse(stage, code);
    const { send } = openMailer(url());
    expect(await send(invitationEmail)).toEqual({ type: 'failed', error: expect.stringContaining(`${code} no (${stage})`), permanent });
    expect(received).toEqual([]);
    refusals = {};
    expect(await send(invitationEmail)).toMatchObject({ type: 'sent' });
  });

  it('is retried after a failed login, and the failure does not show the password', async () => {
    refuse('auth', 535);
    const result = await openMailer(url('user:hunter2@')).send(invitationEmail);
    expect(result).toEqual({ type: 'failed', error: expect.stringContaining('535'), permanent: false });
    expect(JSON.stringify(result)).not.toMatch(/hunter2|aHVudGVyMg/);
  });

  it('goes through after the server dropped the connections that it had', async () => {
    const { send } = openMailer(url());
    await Promise.all([1, 2, 3, 4, 5, 6].map((deliveryId) => send({ ...invitationEmail, deliveryId })));
    expect(sockets.length).toBeLessThanOrEqual(4);
    for (const socket of sockets) socket.destroy();
    expect(await send(invitationEmail)).toMatchObject({ type: 'sent' });
    expect(received).toHaveLength(7);
  });

  it('being sent is finished before the mailer is closed, and none is taken after', async () => {
    const mailer = openMailer(url());
    const begun = once(stages, 'mail');
    const sending = mailer.send(invitationEmail);
    await begun;
    await mailer.close();
    expect(received).toHaveLength(1);
    expect(await sending).toMatchObject({ type: 'sent' });
    expect(await mailer.send(invitationEmail)).toMatchObject({ type: 'failed', permanent: false });
  });
});

describe('a mail with a server that does not answer', () => {
  afterEach(closeMailers);
  const timeouts = { connection: 2000, greeting: 100, socket: 2000 };

  const listen = async (onConnection: (socket: Socket) => void): Promise<string> => {
    const server = createServer((socket) => {
      onTestFinished(() => void socket.destroy());
      socket.on('error', () => undefined);
      onConnection(socket);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return `smtp://127.0.0.1:${portOf(server)}`;
  };

  it('fails when no greeting comes in time', async () => {
    const smtpUrl = await listen(() => undefined);
    expect(await openMailer(smtpUrl, { timeouts }).send(invitationEmail)).toEqual({
      type: 'failed',
      error: expect.stringMatching(/greeting/i),
      permanent: false,
    });
  });

  it('fails without being sent when it has waited for others as long as a mail can take', async () => {
    const smtpUrl = await listen(() => undefined);
    const mailer = openMailer(smtpUrl, { timeouts: { connection: 10_000, greeting: 10_000, socket: 30_000 } });
    const before = new AbortController();
    const others = Array.from({ length: 4 }, () => mailer.send(invitationEmail, before.signal));
    const last = mailer.send(invitationEmail);
    const late = performance.now() + 60_000;
    const clock = vi.spyOn(performance, 'now').mockReturnValue(late);
    onTestFinished(() => clock.mockRestore());
    before.abort();
    await Promise.all(others);
    expect(await last).toEqual({ type: 'failed', error: expect.stringMatching(/^not sent/), permanent: false });
  });

  it('fails when the server falls silent', async () => {
    const smtpUrl = await listen((socket) => socket.write('220 hello\r\n'));
    expect(await openMailer(smtpUrl, { timeouts: { ...timeouts, greeting: 2000, socket: 100 } }).send(invitationEmail)).toEqual({
      type: 'failed',
      error: expect.stringMatching(/timeout/i),
      permanent: false,
    });
  });

  it('fails at once when it is given up', async () => {
    const given = new AbortController();
    const smtpUrl = await listen(() => given.abort());
    const result = await openMailer(smtpUrl, { timeouts: { connection: 60_000, greeting: 60_000, socket: 60_000 } }).send(
      invitationEmail,
      given.signal,
    );
    expect(result).toMatchObject({ type: 'failed', permanent: false });
  });

  it('fails when nobody listens', async () => {
    expect(await openMailer('smtp://127.0.0.1:1').send(invitationEmail)).toEqual({
      type: 'failed',
      error: expect.stringContaining('ECONNREFUSED'),
      permanent: false,
    });
  });

  it('fails when every connection is closed without a word', async () => {
    const smtpUrl = await listen((socket) => socket.end());
    expect(await openMailer(smtpUrl).send(invitationEmail)).toMatchObject({ type: 'failed', permanent: false });
  });

  it('stores only the beginning of an endless reply', async () => {
    const smtpUrl = await listen((socket) => socket.write(`554 ${'no '.repeat(10_000)}\r\n`));
    const result = await openMailer(smtpUrl).send(invitationEmail);
    expect(result).toMatchObject({ type: 'failed', permanent: false });
    expect(JSON.stringify(result).length).toBeLessThan(1200);
  });
});
