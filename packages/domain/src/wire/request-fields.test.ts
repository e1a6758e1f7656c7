import { describe, expect, it } from 'vitest';
import { CallbackUrl, flexibleInt, HttpUrl } from './request-fields.ts';

describe('a URL', () => {
  const host = 'https://example.com/';
  it.each(['x', '𝒶'])('of exactly 2,048 characters is accepted, one more is refused: %s', (character) => {
    const longest = `${host}${character.repeat(2048 - host.length)}`;
    expect(HttpUrl.parse(longest)).toBe(longest);
    const over = HttpUrl.safeParse(longest + character);
    expect(over.success ? '' : over.error.issues.map((issue) => issue.message).join()).toMatch(/at most 2048 characters/);
  });

  it.each([
    'https://example.com',
    'http://localhost:3000/done?x=1&y=2#z',
    'HTTPS://example.com/',
    'http://127.0.0.1:8080/callback',
    'http://[::1]:8080/',
    'https://bücher.example/ä',
    'https://user:pass@example.com/',
    'https://a_b.example.com./?',
    'https://example.com:/',
    'https://127.1/',
  ])('may be %s', (url) => {
    expect(HttpUrl.parse(url)).toBe(url);
  });

  it.each([
    'example.com',
    '/done',
    '//example.com',
    'ftp://example.com',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'mailto:ana@example.com',
    'http://',
    'https://exa mple.com',
    'http://example.com:99999/',
    'not a url',
    'https:///x',
    'https:////example.com',
    'https:x',
    'https:/x',
    'https:\\\\x\\y',
    'https://x\\y',
    'https://example.com\\@other.example/',
    'https://:443/',
    'https://user@/x',
    'https://?x',
    'https://1.2.3.4.5/',
  ])('is absolute and http or https: %j is not', (url) => {
    const read = HttpUrl.safeParse(url);
    expect(read.success ? '' : read.error.issues.at(-1)?.message).toBe('must be an absolute http or https URL');
  });

  it.each([
    'https://a..b/',
    'https://./',
    'https://*.example.com/',
    'https://{host}/',
    `https://${'a'.repeat(64)}.example/`,
    'https://x:0/',
  ])('names what can be reached: %j does not', (url) => {
    const read = HttpUrl.safeParse(url);
    expect(read.success ? '' : read.error.issues.map(({ message }) => message)).toEqual([
      'must name a host that exists in DNS or an address, and no port 0',
    ]);
  });

  it.each(['https://user:pass@example.com/', 'https://user@example.com/', 'https://@example.com/'])(
    'for callbacks carries no credentials, which would never be sent: %j',
    (url) => {
      const read = CallbackUrl.safeParse(url);
      expect(read.success ? '' : read.error.issues.at(-1)?.message).toBe('must not contain a user name or password');
      expect(CallbackUrl.safeParse('https://example.com/a@b').success).toBe(true);
    },
  );

  it.each(['https://example.com/\r\nX-Injected: 1', 'https://example.com/a\nb', 'https://example.com/a\tb', 'https://exam\nple.com/'])(
    'carries no line break into a header: %j',
    (url) => {
      expect(HttpUrl.safeParse(url).success).toBe(false);
    },
  );
});

describe('an Int of a few values', () => {
  const status = flexibleInt([1, 3]);

  it.each([
    [1, 1],
    [3, 3],
    ['1', 1],
    [' 3 ', 3],
  ])('reads %j as %i', (sent, value) => {
    expect(status.parse(sent)).toBe(value);
  });

  it.each([0, 2, 1.5, '2', '1.0', 'one', '', true, null, [1], Number.NaN])('refuses %j and names the values', (sent) => {
    const read = status.safeParse(sent);
    expect(read.success ? '' : read.error.issues[0]?.message).toBe('must be one of 1, 3');
  });
});
