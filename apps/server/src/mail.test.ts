import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { TakeUrlEmail } from '@assay/operations';
import { makeTestDirectory } from '@assay/store/testing';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeMailer } from './mail.ts';

const email: TakeUrlEmail = {
  deliveryId: 42,
  to: 'ana@example.com',
  fullName: 'Ana Núñez 王',
  organization: 'Ätna & Söhne',
  replyTo: 'hiring@acme.example',
  testName: 'JavaScript <in depth>',
  takeTestURL: 'https://assay.example/tests/take/1-2-1.abc_-def?a=1&b=2',
};
const from = 'tests@assay.example';

/** Names of the header fields, as a mail server reads them. */
const fieldsOf = (raw: string): string[] => {
  const [head = ''] = raw.split(/\r?\n\r?\n/);
  return head
    .split(/\r?\n/)
    .filter((line) => !/^\s/.test(line))
    .map((line) => line.split(':')[0]?.toLowerCase() ?? '');
};
const expectedFields = ['content-type', 'date', 'from', 'message-id', 'mime-version', 'reply-to', 'subject', 'to'];

const expectWhole = async (raw: string) => {
  const read = await PostalMime.parse(raw);
  expect(read.to).toEqual([{ address: email.to, name: email.fullName }]);
  expect(read.from).toEqual({ address: from, name: email.organization });
  expect(read.replyTo).toEqual([expect.objectContaining({ address: email.replyTo })]);
  expect(read.subject).toContain(email.testName);
  for (const part of [email.fullName, email.testName, email.takeTestURL, email.organization]) expect(read.text).toContain(part);
  expect(read.html).toContain('href="https://assay.example/tests/take/1-2-1.abc_-def?a=1&#38;b=2"');
  expect(read.html).not.toContain('<in depth>');
  expect(fieldsOf(raw).sort()).toEqual(expectedFields);
  return read;
};

const injections = [
  '\r\nBcc: evil@example.com',
  '\nBcc: evil@example.com\n\nbody',
  '\r\n\r\n<script>',
  '\u2028Bcc: evil@example.com',
  '", evil@example.com, "',
];

describe('a mail without an SMTP server', () => {
  let directory: Awaited<ReturnType<typeof makeTestDirectory>>;
  let mails: string;
  beforeEach(async () => {
    directory = await makeTestDirectory();
    mails = join(directory.path, 'mail');
  });
  afterEach(() => directory.remove());
  const mailer = () => makeMailer({ smtpUrl: undefined, from, directory: mails });
  const kept = async (): Promise<string> => {
    const [name = '', ...others] = await readdir(mails);
    expect(others).toEqual([]);
    expect(name).toMatch(/^\d+-take-url\.eml$/);
    return readFile(join(mails, name), 'utf8');
  };

  it('is kept as a whole .eml file, in a directory that is made when it is needed', async () => {
    await mailer().sendTakeUrl(email);
    await expectWhole(await kept());
  });

  it('is one file and has one Message-ID, however often it is delivered', async () => {
    await mailer().sendTakeUrl(email);
    const first = await PostalMime.parse(await kept());
    await mailer().sendTakeUrl(email);
    const again = await PostalMime.parse(await kept());
    expect(first.messageId).toMatch(/^<[^<>@\s]+@assay\.example>$/);
    expect(again.messageId).toBe(first.messageId);
    await mailer().sendTakeUrl({ ...email, deliveryId: 43 });
    expect(await readdir(mails)).toHaveLength(2);
  });

  it.each(['fullName', 'testName', 'organization'] as const)('gets no header or recipient through the %s', async (field) => {
    for (const injection of injections) {
      await mailer().sendTakeUrl({ ...email, [field]: `Ana${injection}` });
      const raw = await kept();
      expect(fieldsOf(raw).sort()).toEqual(expectedFields);
      const read = await PostalMime.parse(raw);
      expect([read.to, read.cc, read.bcc]).toEqual([[expect.objectContaining({ address: email.to })], undefined, undefined]);
      expect(read.from?.address).toBe(from);
      expect(read.html).not.toContain('<script>');
    }
  });
});

describe('a mail with an SMTP server', () => {
  type Received = { from: string; to: string[]; raw: string };
  const received: Received[] = [];
  let refuse: Error | undefined;
  let server: SMTPServer;
  let smtpUrl: string;
  beforeEach(async () => {
    received.length = 0;
    refuse = undefined;
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_address, _session, done) => done(refuse),
      onData: (stream, { envelope }, done) => {
        text(stream).then((raw) => {
          received.push({ from: envelope.mailFrom.address, to: envelope.rcptTo.map(({ address }) => address), raw });
          done();
        }, done);
      },
    });
    const listening = once(server.server, 'listening');
    server.listen(0, '127.0.0.1', () => undefined);
    await listening;
    // A server that listens on TCP has an address of this form.
    smtpUrl = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  });
  afterEach(() => new Promise<void>((closed) => server.close(closed)));
  const mailer = () => makeMailer({ smtpUrl, from, directory: '/nowhere' });

  it('is handed to it whole, to the candidate and nobody else', async () => {
    await mailer().sendTakeUrl(email);
    expect(received).toEqual([{ from, to: [email.to], raw: expect.any(String) }]);
    await expectWhole(received[0]?.raw ?? '');
  });

  it('has the same Message-ID when it is delivered again', async () => {
    await mailer().sendTakeUrl(email);
    await mailer().sendTakeUrl(email);
    const ids = await Promise.all(received.map(async ({ raw }) => (await PostalMime.parse(raw)).messageId));
    expect(ids).toEqual([expect.stringContaining('42'), ids[0]]);
  });

  it.each(['fullName', 'testName', 'organization'] as const)('gets no header or recipient through the %s', async (field) => {
    for (const injection of injections) await mailer().sendTakeUrl({ ...email, [field]: `Ana${injection}` });
    expect(received).toHaveLength(injections.length);
    for (const { to, raw } of received) {
      expect(to).toEqual([email.to]);
      expect(fieldsOf(raw).sort()).toEqual(expectedFields);
    }
  });

  it('that it refuses is an error, so that it is tried again', async () => {
    refuse = new Error('mailbox full');
    await expect(mailer().sendTakeUrl(email)).rejects.toThrow(/mailbox full/);
    expect(received).toEqual([]);
  });

  it('that it cannot be reached for is an error', async () => {
    const gone = makeMailer({ smtpUrl: 'smtp://127.0.0.1:1', from, directory: '/nowhere' });
    await expect(gone.sendTakeUrl(email)).rejects.toThrow(/ECONNREFUSED/);
  });
});
