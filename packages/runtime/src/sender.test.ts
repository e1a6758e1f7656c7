import { describe, expect, it } from 'vitest';
import { readSender, smtpUserOf } from './sender.ts';

describe('a sender', () => {
  it.each([
    ['tests@acme.example', null, 'tests@acme.example'],
    [' tests@acme.example ', null, 'tests@acme.example'],
    ['Acme Hiring <tests@acme.example>', 'Acme Hiring', 'tests@acme.example'],
    ['"Acme, Hiring" <tests@acme.example>', 'Acme, Hiring', 'tests@acme.example'],
    ['Ätna & Söhne <josé@bücher.example>', 'Ätna & Söhne', 'josé@bücher.example'],
  ])('%j is a mailbox', (text, name, address) => {
    expect(readSender(text)).toEqual({ name, address });
  });

  it.each([
    '',
    'nobody',
    '<tests@acme.example>',
    'Acme <nobody>',
    'Acme <a@acme.example>, <b@acme.example>',
    'a@acme.example, b@acme.example',
    'Acme\r\nBcc: x@evil.example <a@acme.example>',
    `${'x'.repeat(201)} <a@acme.example>`,
  ])('%j is not', (text) => {
    expect(readSender(text)).toBeUndefined();
  });
});

describe('the user of an SMTP URL', () => {
  it.each([
    ['smtps://hiring%40acme.example:secret@mail.acme.example', 'hiring@acme.example'],
    ['smtp://hiring@acme.example:secret@mail.acme.example:587', 'hiring@acme.example'],
    ['smtp://hiring:secret@mail.acme.example', undefined],
    ['smtp://%E0%A4%A:secret@mail.acme.example', undefined],
    ['smtp://mail.acme.example', undefined],
    ['smtp://', undefined],
    [undefined, undefined],
  ])('of %s is %s if it is an address', (url, user) => {
    expect(smtpUserOf(url)).toBe(user);
  });
});
