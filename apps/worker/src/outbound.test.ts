import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createAccount } from '@assay/operations';
import { useService } from '@assay/operations/testing';
import { type Config, ConfigError, readConfig } from '@assay/runtime';
import { makeTestDirectory } from '@assay/store/testing';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeOutbound } from './outbound.ts';
import { invitationEmail } from './testing/mails.ts';

describe('the sender of mails', () => {
  const service = useService();
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(null, { user: 'somebody' }),
    onData: (stream, _session, done) => {
      text(stream).then((raw) => {
        received.push(raw);
        done();
      }, done);
    },
  });
  let directory: Awaited<ReturnType<typeof makeTestDirectory>>;
  beforeAll(async () => {
    directory = await makeTestDirectory();
    const listening = once(server.server, 'listening');
    server.listen(0, '127.0.0.1', () => undefined);
    await listening;
  });
  afterAll(async () => {
    await new Promise<void>((closed) => server.close(closed));
    await directory.remove();
  });
  beforeEach(() => received.splice(0));

  const configOf = (environment: Record<string, string>): Config => readConfig({ ASSAY_DATA_DIR: directory.path, ...environment });
  // A server that listens on TCP has an address of this form.
  const smtpUrl = (user = '') => `smtp://${user}127.0.0.1:${(server.server.address() as AddressInfo).port}`;

  /** From and Reply-To of a mail that a process with this environment sends by SMTP. */
  const fromOf = async (environment: Record<string, string>) => {
    const { outbound, prepareMails, close } = makeOutbound(configOf({ ASSAY_SMTP_URL: smtpUrl(), ...environment }));
    await prepareMails(service.assay);
    expect(await outbound.sendEmail(invitationEmail)).toMatchObject({ type: 'sent' });
    await close();
    return (await PostalMime.parse(received[0] ?? '')).from;
  };
  const organization = invitationEmail.organization;

  describe('while the account has no address', () => {
    it('is ASSAY_MAIL_FROM first, with its own name if it has one', async () => {
      const environment = { ASSAY_MAIL_FROM: 'Acme Tests <tests@acme.example>', ASSAY_ACCOUNT_EMAIL: 'hiring@acme.example' };
      expect(await fromOf(environment)).toEqual({ name: 'Acme Tests', address: 'tests@acme.example' });
    });

    it('is ASSAY_ACCOUNT_EMAIL, which the account will get', async () => {
      const environment = { ASSAY_ACCOUNT_EMAIL: 'hiring@acme.example', ASSAY_SMTP_URL: smtpUrl('bot%40acme.example:secret@') };
      expect(await fromOf(environment)).toEqual({ name: organization, address: 'hiring@acme.example' });
    });

    it('is the user of the SMTP URL if that is an address', async () => {
      expect(await fromOf({ ASSAY_SMTP_URL: smtpUrl('bot%40acme.example:secret@') })).toEqual({
        name: organization,
        address: 'bot@acme.example',
      });
    });

    it('is missing otherwise: an error at start that says what to set', async () => {
      const { prepareMails } = makeOutbound(configOf({ ASSAY_SMTP_URL: smtpUrl('bot:secret@') }));
      const failed = prepareMails(service.assay);
      await expect(failed).rejects.toBeInstanceOf(ConfigError);
      await expect(failed).rejects.toThrow(/^ASSAY_MAIL_FROM: is required with ASSAY_SMTP_URL, or ASSAY_ACCOUNT_EMAIL: /);
    });

    it('of mails that are only written to files is made up', async () => {
      const { outbound, prepareMails, close } = makeOutbound(configOf({}));
      await prepareMails(service.assay);
      await outbound.sendEmail(invitationEmail);
      await close();
      const [file = ''] = await readdir(join(directory.path, 'mail'));
      const { from } = await PostalMime.parse(await readFile(join(directory.path, 'mail', file), 'utf8'));
      expect(from).toEqual({ name: organization, address: 'assay@localhost' });
    });
  });

  it('is the address of the first account once it has one', async () => {
    await createAccount({ assay: service.assay, input: { name: 'Acme', email: 'owner@acme.example', timeZoneId: 190 } });
    await createAccount({ assay: service.assay, input: { name: 'Tenant', email: 'someone@else.example', timeZoneId: 190 } });
    expect(await fromOf({ ASSAY_ACCOUNT_EMAIL: 'hiring@acme.example' })).toEqual({ name: organization, address: 'owner@acme.example' });
  });
});
