import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bounds, Email, emailKey, Name, Notice, Search } from './fields.ts';
import { HttpUrl } from './request-fields.ts';

const accepts = (schema: typeof Name, value: unknown): boolean => schema.safeParse(value).success;

describe('bounds: name 200, email 254, URL 2,048, notice 500, text answer 20,000 characters', () => {
  it('are these', () => {
    expect(bounds).toEqual({ name: 200, email: 254, url: 2048, notice: 500, textAnswer: 20_000 });
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

  it.each([...'\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff\u00ad'])(
    'hides nothing: %j is dropped',
    (mark) => {
      expect(Name.parse(`${mark}An${mark}a${mark} ${mark}`)).toBe('Ana');
      expect(Email.parse(`${mark}ana@exam${mark}ple.com${mark}`)).toBe('ana@example.com');
      const read = Name.safeParse(mark);
      expect(read.success ? '' : read.error.issues[0]?.message).toBe('is required');
    },
  );

  it.each([
    ['in Persian', 'می\u200cرود'],
    ['in Sinhala', 'ශ්\u200dරී'],
    ['at the end of a word in older Malayalam', 'മോഹന്\u200d ദാസ്'],
    ['in emoji', '👩🏽\u200d🚀 👨\u200d👩\u200d👧 🏳️\u200d🌈 ❤️\u200d🔥'],
  ])('keeps joiners %s', (_where, name) => {
    expect(Name.parse(name)).toBe(name);
  });

  it.each([
    ['\u200cAna\u200d', 'Ana'],
    ['Ana\u200d \u200cB', 'Ana B'],
    ['1\u200d2', '12'],
    ['علی\u200c', 'علی'],
    ['می\u200c\u200c\u200dرود', 'می\u200cرود'],
    ['می\u202e\u200cرود', 'می\u200cرود'],
    ['🚀\u200d', '🚀'],
  ])('drops other joiners: %j is %j', (sent, name) => {
    expect(Name.parse(sent)).toBe(name);
  });

  it.each(['\u200b', '\u3164', '\u115f\u1160', '\uffa0', '\u2800', '\u180e', '\u2060\ufe0f', '\u034f', ' \u200b '])(
    'has a character that can be seen: %j is refused',
    (name) => {
      const read = Name.safeParse(name);
      expect(read.success ? '' : read.error.issues[0]?.message).toBe('must contain a character that can be seen');
    },
  );

  it.each(['\ud83d', 'Ana \ude00', '\ude00\ud83d'])('is valid Unicode: %j is refused', (name) => {
    for (const [schema, text] of [
      [Name, name],
      [Email, `${name}@example.com`],
      [Notice, name],
      [Search, name],
      [HttpUrl, `https://example.com/${name}`],
    ] as const)
      expect(schema.safeParse(text).success).toBe(false);
  });

  it('that was accepted is accepted again, unchanged', () => {
    const piece = fc.constantFrom('a', 'ന്', '👩', '🏽', '\ufe0f', '\u200c', '\u200d', '\u202e', '\u00ad', ' ', '\u200b');
    fc.assert(
      fc.property(fc.string({ unit: piece }), (text) => {
        const read = Name.safeParse(text);
        if (read.success) expect(Name.parse(read.data)).toBe(read.data);
      }),
    );
  });

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
    'ana@localhost',
    'ana@LocalHost',
    'ana@localhost.localdomain',
  ])('may be %s', (email) => {
    expect(Email.parse(email)).toBe(email);
  });

  it.each([
    'ana',
    'ana@',
    '@example.com',
    'ana@example',
    'ana@localhosts',
    'ana@my-localhost',
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

describe('a notice and a search', () => {
  it('a notice may have lines, but no other control characters', () => {
    expect(Notice.parse(' Ask us:\r\n\thelp@acme.example\u202e ')).toBe('Ask us:\r\n\thelp@acme.example');
    expect(Notice.parse('')).toBe('');
    for (const text of ['\u0000', 'a\u001bb', 'x'.repeat(501)]) expect(Notice.safeParse(text).success).toBe(false);
  });

  it('a search is read in the form in which names are stored', () => {
    expect(Search.parse(' \u200fNu\u0301n\u0303ez ')).toBe('Núñez');
    for (const text of ['', ' ', '\u00ad', 'a\u0000', 'x'.repeat(201)]) expect(Search.safeParse(text).success).toBe(false);
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
