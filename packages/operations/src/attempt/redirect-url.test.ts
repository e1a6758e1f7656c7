import { describe, expect, it } from 'vitest';
import { redirectUrlOf } from './redirect-url.ts';

// Of an invitation only these two columns are read.
const redirect = (redirect_url: string | null) => redirectUrlOf({ redirect_url, invitation_id: 42 } as Parameters<typeof redirectUrlOf>[0]);

describe('the redirect after completing', () => {
  it.each([
    ['https://ats.example/thanks', 'https://ats.example/thanks?testInvitationId=42'],
    ['https://ats.example', 'https://ats.example/?testInvitationId=42'],
    ['https://ats.example/thanks?', 'https://ats.example/thanks?testInvitationId=42'],
    ['https://ats.example/thanks#top', 'https://ats.example/thanks?testInvitationId=42#top'],
    ['https://ats.example/thanks?a=b%20c', 'https://ats.example/thanks?a=b%20c&testInvitationId=42'],
    ['https://ats.example/t?a=b+c&d=%7E%2f&e&f=#/x?y=1', 'https://ats.example/t?a=b+c&d=%7E%2f&e&f=&testInvitationId=42#/x?y=1'],
    ['https://ats.example:8443/t?sig=a%2Bb%3D%3D', 'https://ats.example:8443/t?sig=a%2Bb%3D%3D&testInvitationId=42'],
    ['https://ats.example/t?name=%E6%9D%8E&next=https://x.example/?q=1', null],
  ])('%s carries testInvitationId and is otherwise as it was given', (given, expected) => {
    expect(redirect(given)).toBe(expected ?? `${given}&testInvitationId=42`);
  });

  it('there is none without a redirectURL', () => {
    expect(redirect(null)).toBeNull();
  });
});
