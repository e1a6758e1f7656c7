import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bounds, Email, emailKey, Name } from './fields.ts';

const accepts = (schema: typeof Name, value: unknown): boolean => schema.safeParse(value).success;

describe('bounds: name 200, email 254, URL 2,048, text answer 20,000 characters', () => {
  it('are these', () => {
    expect(bounds).toEqual({ name: 200, email: 254, url: 2048, textAnswer: 20_000 });
  });

  const domain = `@${'b'.repeat(61)}.${'b'.repeat(61)}.${'b'.repeat(61)}.com`;
  it.each([
    ['name', Name, 'x'.repeat(200), 'x'],
    ['name of astral characters', Name, '𝒶'.repeat(200), '𝒶'],
    ['name of emoji', Name, '😀'.repeat(200), '😀'],
    ['email', Email, `${'a'.repeat(64)}${domain}`, 'm'],
    ['email with astral characters', Email, `${'𝒶'.repeat(64)}${domain}`, 'm'],
  ])('%s: exactly the bound is accepted, one more is refused', (_name, schema, value, more) => {
    expect(schema.safeParse(value)).toMatchObject({ success: true, data: value });
    const over = schema.safeParse(value + more);
    expect(over.success ? '' : over.error.issues.map((issue) => issue.message).join()).toMatch(/at most \d+ characters/);
  });

  it('outer white space is dropped before counting', () => {
    expect(Name.parse(`  ${'x'.repeat(200)}  `)).toBe('x'.repeat(200));
  });
});

describe('a name', () => {
  it.each(['Ana Núñez', 'Nguyễn Văn A', '田中 太郎', "O'Brien", 'محمد', 'X Æ A-12', '<b>bold</b>', '👩‍💻 Dev', 'a'])(
    'may be %j',
    (name) => {
      expect(Name.parse(name)).toBe(name);
    },
  );

  it.each(['', ' ', '\n', '\u00a0'])('is required: %j', (name) => {
    const read = Name.safeParse(name);
    expect(read.success ? '' : read.error.issues[0]?.message).toBe('is required');
  });

  it.each(['a\nb', 'a\r\nBcc: x@example.com', 'a\tb', 'a\u0000b', 'a\u0085b', 'a\u2028b', 'a\u2029b', 'a\u001bb', 'a\u007fb'])(
    'carries no control character into a mail header: %j',
    (name) => {
      expect(accepts(Name, name)).toBe(false);
    },
  );

  it.each([5, null, undefined, [], {}])('is text: %j is refused', (name) => {
    expect(accepts(Name, name)).toBe(false);
  });
});

describe('an email address', () => {
  it.each([
    'ana@example.com',
    'Ana.Núñez@example.com',
    'Ana.Nu\u0301n\u0303ez@example.com',
    'ana+test@sub.example.co.uk',
    "o'brien@example.com",
    'ana_1-2@example-host.com',
    '用户@例子.公司',
    'δοκιμή@παράδειγμα.δοκιμή',
    'a@b.co',
    'ana@xn--exmple-cua.com',
    'ANA@EXAMPLE.COM',
    '1234567890@example.com',
  ])('may be %s', (email) => {
    expect(Email.parse(email)).toBe(email);
  });

  it.each([
    'ana',
    'ana@',
    '@example.com',
    'ana@example',
    'ana@@example.com',
    'ana@exa mple.com',
    'an a@example.com',
    'ana@example..com',
    'ana@-example.com',
    'ana@example-.com',
    'ana@.com',
    'ana@example.c',
    'Ana <ana@example.com>',
    'ana@example.com,eve@example.com',
    'ana@example.com;eve@example.com',
    '"ana"@example.com',
    'mailto:ana@example.com',
    `${'a'.repeat(65)}@example.com`,
  ])('is not %j', (email) => {
    const read = Email.safeParse(email);
    expect(read.success ? '' : read.error.issues[0]?.message).toBe('must be an email address');
  });

  it.each([
    'ana@example.com\r\nBcc: eve@example.com',
    'ana@example.com\nSubject: hi',
    'ana\r\n@example.com',
    'ana@example.com\r\n\r\nbody@example.com',
    'ana\u0000@example.com',
    'ana@example.com\u0000.eve.com',
    'ana\u0085@example.com',
    'ana\u2028@example.com',
    'ana%0d%0aBcc:eve@example.com',
    '<script>@example.com',
    'ana\u001b@example.com',
  ])('carries nothing into a mail header: %j', (email) => {
    expect(accepts(Email, email)).toBe(false);
  });

  it('is required', () => {
    const read = Email.safeParse('  ');
    expect(read.success ? '' : read.error.issues[0]?.message).toBe('is required');
  });

  it('outer white space is dropped', () => {
    expect(Email.parse(' ana@example.com ')).toBe('ana@example.com');
  });
});

describe('email key = NFC, lower case', () => {
  it.each([
    ['Ana@Example.COM', 'ana@example.com'],
    ['Ana.Núñez@example.com', 'ana.núñez@example.com'],
    ['Ana.Nu\u0301n\u0303ez@example.com', 'ana.núñez@example.com'],
    ['ANA.NU\u0301N\u0303EZ@EXAMPLE.COM', 'ana.núñez@example.com'],
    ['J\u030cana@example.com', '\u01f0ana@example.com'],
    [' ana@example.com ', 'ana@example.com'],
  ])('%j has the key %j', (email, key) => {
    expect(emailKey(email)).toBe(key);
  });

  it('two addresses differ where their letters do', () => {
    expect(emailKey('ana.nunez@example.com')).not.toBe(emailKey('ana.núñez@example.com'));
  });

  it('the key of a key is itself, for ASCII and Latin letters', () => {
    const character = fc.integer({ min: 0x21, max: 0x17f }).map((code) => String.fromCodePoint(code));
    fc.assert(
      fc.property(fc.string({ unit: character }), (email) => {
        expect(emailKey(emailKey(email))).toBe(emailKey(email));
        expect(emailKey(email.normalize('NFD'))).toBe(emailKey(email));
      }),
    );
  });
});
