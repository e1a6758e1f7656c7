import { describe, expect, it } from 'vitest';
import { contactOf, hostOf } from './contact.ts';

describe('contactOf', () => {
  it('links email and web addresses', () => {
    expect(contactOf(' help@example.com ')).toEqual({ text: 'help@example.com', href: 'mailto:help@example.com' });
    expect(contactOf('mailto:help@example.com')).toEqual({ text: 'help@example.com', href: 'mailto:help@example.com' });
    expect(contactOf('https://example.com/help/')).toEqual({ text: 'example.com/help', href: 'https://example.com/help/' });
  });

  it('links nothing else', () => {
    for (const text of ['javascript:alert(1)', 'Call 0800 123', 'help@example.com or 0800', 'data:text/html,x@y.z', 'a@b.c?body=x'])
      expect(contactOf(text)).toEqual({ text, href: null });
  });
});

describe('hostOf', () => {
  it('names the host of a redirect', () => {
    expect(hostOf('https://www.jobs.example.com:8443/thanks?x=1')).toBe('jobs.example.com:8443');
    expect(hostOf('nonsense')).toBe('nonsense');
  });
});
