import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { encodeMessage, type Message } from './encode-message.ts';

const message: Message = {
  from: { name: 'Acme', address: 'tests@acme.example' },
  to: { name: '', address: 'ana@example.com' },
  subject: 'Your test',
  messageId: '<msg_1@acme.example>',
  headers: { 'Auto-Submitted': 'auto-generated' },
  text: 'Hello',
  html: '<p>Hello</p>',
};

const texts = [
  'Hello\n',
  '.\n..\nQUIT\n.\n',
  'from the end of a line \n \n\t\nof blanks\n\n\n',
  'a=b&c==3D?=\n',
  '--\n----_NmP-1-Part_1--\n',
  `${'x'.repeat(500)}\n`,
  `${'試験 '.repeat(100)}\n`,
  '“é” ñ שלום 👩‍👧 \u2068x\u2069\n',
];

describe('an encoded mail', () => {
  it.each(texts)('holds %j in both parts as it was written', async (text) => {
    const html = `<p>\n${text}</p>`;
    const parsed = await PostalMime.parse(encodeMessage({ ...message, text, html }).raw);
    // The parser ends each part with a line break.
    expect([parsed.text, parsed.html]).toEqual([`${text}\n`, `${html}\n`]);
  });

  it.each(texts)('has lines of at most 76 ASCII characters with %j', (text) => {
    const subject = '“Ünïcødé” '.repeat(10);
    const raw = encodeMessage({ ...message, subject, text, html: text }).raw.toString('latin1');
    for (const line of raw.split('\r\n')) expect(line).toMatch(/^[\x20-\x7e\t]{0,76}$/);
  });

  it('has its headers, and goes to whom they name', async () => {
    const { raw, envelope } = encodeMessage({ ...message, to: { name: 'Zoë', address: 'zoe@bücher.example' }, replyTo: message.from });
    expect(envelope).toEqual({ from: 'tests@acme.example', to: ['zoe@xn--bcher-kva.example'] });
    expect(await PostalMime.parse(raw)).toMatchObject({
      ...{ from: message.from, to: [{ name: 'Zoë', address: 'zoe@xn--bcher-kva.example' }], replyTo: [message.from] },
      ...{ subject: 'Your test', messageId: '<msg_1@acme.example>', date: expect.any(String) },
      headers: expect.arrayContaining([expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' })]),
    });
  });
});
