import { mkdir, open, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Email } from '@assay/operations';
import { makeTestDirectory } from '@assay/store/testing';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  expectedFields,
  headerFields,
  hostileNames,
  invitationEmail,
  mailFrom,
  receiptEmail,
  sender,
  stakeholderEmail,
} from '../testing/mails.ts';
import { makeFileMailer } from './file-mailer.ts';

describe('a mail without an SMTP server', () => {
  let directory: Awaited<ReturnType<typeof makeTestDirectory>>;
  let mails: string;
  beforeEach(async () => {
    directory = await makeTestDirectory();
    mails = join(directory.path, 'data', 'mail');
  });
  afterEach(() => directory.remove());
  const mailer = () => makeFileMailer({ from: sender, directory: mails });
  const read = (name: string): Promise<string> => readFile(join(mails, name), 'utf8');

  it.each<[Email, string, string]>([
    [invitationEmail, '00000042-invitation-email.eml', invitationEmail.takeTestURL],
    [receiptEmail, '00000044-receipt-email.eml', '77 of 80 questions'],
    [stakeholderEmail, '00000043-stakeholder-email.eml', stakeholderEmail.reportPdfUrl],
  ])('is kept as a whole .eml file that only the operator can read, in a directory made when it is needed', async (email, name, words) => {
    expect(await mailer().send(email)).toEqual({ type: 'sent', response: name });
    expect(await readdir(mails)).toEqual([name]);
    expect((await stat(mails)).mode & 0o777).toBe(0o700);
    expect((await stat(join(mails, name))).mode & 0o777).toBe(0o600);
    const parsed = await PostalMime.parse(await read(name));
    expect(parsed.from).toEqual({ address: mailFrom, name: email.organization });
    expect(parsed.to).toEqual([expect.objectContaining({ address: email.to })]);
    expect(parsed.replyTo).toEqual([{ address: email.replyTo, name: email.organization }]);
    expect(parsed.messageId).toMatch(new RegExp(`^<${email.messageId}\\.[0-9a-f]{16}@assay\\.example>$`));
    for (const part of ['Ana Núñez 王', email.testName, words]) expect(parsed.text).toContain(part);
    for (const part of ['Ana Núñez 王', 'JavaScript &lt;in depth>', words.replaceAll('&', '&amp;')]) expect(parsed.html).toContain(part);
  });

  it('sent again replaces its file, and a reader never meets half of one', async () => {
    const name = '00000042-invitation-email.eml';
    const { send } = mailer();
    await send(invitationEmail);
    const versions = Array.from({ length: 20 }, (_, version) => ({ ...invitationEmail, fullName: `Version ${version} `.repeat(10) }));
    const sending = Promise.all(versions.map((version) => send(version)));
    let reading = true;
    const readers = (async () => {
      while (reading) expect((await read(name)).trimEnd()).toMatch(/--$/);
    })();
    expect(await sending).toEqual(versions.map(() => ({ type: 'sent', response: name })));
    reading = false;
    await readers;
    expect(await readdir(mails)).toEqual([name]);
    expect((await PostalMime.parse(await read(name))).text).toContain('Version');
  });

  it.each(hostileNames)('gets no header or recipient from the name %j', async (name) => {
    const { send } = mailer();
    await send({ ...invitationEmail, fullName: name, testName: name, organization: name });
    const raw = await read('00000042-invitation-email.eml');
    expect(headerFields(raw)).toEqual(expectedFields);
    const { to, cc, bcc, from, replyTo } = await PostalMime.parse(raw);
    expect([to, cc, bcc]).toEqual([[expect.objectContaining({ address: invitationEmail.to })], undefined, undefined]);
    expect([from?.address, replyTo?.map(({ address }) => address)]).toEqual([mailFrom, [invitationEmail.replyTo]]);
  });

  it('that cannot be written is a failure worth a retry, and leaves nothing behind', async () => {
    await mkdir(join(directory.path, 'data'));
    await writeFile(mails, 'in the way');
    expect(await mailer().send(invitationEmail)).toEqual({
      type: 'failed',
      error: expect.stringContaining('EEXIST'),
      permanent: false,
    });
    expect(await readdir(join(directory.path, 'data'))).toEqual(['mail']);
  });

  it.each(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS'])(
    'that its disk refuses with %s is StoreUnavailable, and leaves nothing behind',
    async (code) => {
      const handle = await open(join(directory.path, 'any'), 'w');
      const fault = Object.assign(new Error(code), { code });
      const sync = vi.spyOn(Object.getPrototypeOf(handle), 'sync').mockRejectedValueOnce(fault);
      await handle.close();
      await expect(mailer().send(invitationEmail)).rejects.toMatchObject({ name: 'StoreUnavailable', cause: fault });
      expect(await readdir(mails)).toEqual([]);
      sync.mockRestore();
      expect(await mailer().send(invitationEmail)).toMatchObject({ type: 'sent' });
    },
  );

  it('is not written once it was given up', async () => {
    expect(await mailer().send(invitationEmail, AbortSignal.abort())).toMatchObject({ type: 'failed', permanent: false });
    await expect(readdir(mails)).rejects.toThrow('ENOENT');
  });

  it('being written is finished before the mailer is closed', async () => {
    const { send, close } = mailer();
    void send(invitationEmail);
    await close();
    expect(await readdir(mails)).toEqual(['00000042-invitation-email.eml']);
  });
});
