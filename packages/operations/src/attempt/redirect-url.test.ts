import { describe, expect, it } from 'vitest';
import { redirectUrlOf } from './redirect-url.ts';

// Of an invitation only these two columns are read.
const redirect = (redirect_url: string | null) => redirectUrlOf({ redirect_url, invitation_id: 42 } as Parameters<typeof redirectUrlOf>[0]);

describe('the redirect after completing', () => {
  it.each([
    'https://ats.example',
    'https://ats.example/thanks?',
    'https://ats.example/thanks#top',
    'HTTPS://ATS.example:443/a/../b',
    'https://ats.example/t?a=b+c&d=%7E%2f&e&f=#/x?y=1',
    'https://ats.example:8443/t?sig=a%2Bb%3D%3D',
    'https://bücher.example/ä b?name=李&next=https://x.example/?q=1',
    'https://ats.example/{testinvitationid}/{id}?x=$&',
  ])('%s is followed byte for byte', (given) => {
    expect(redirect(given)).toBe(given);
  });

  it.each([
    ['https://ats.example/done/{testInvitationId}', 'https://ats.example/done/42'],
    [
      'https://ats.example/?a=b%20c&id={testInvitationId}&again={testInvitationId}#{testInvitationId}',
      'https://ats.example/?a=b%20c&id=42&again=42#42',
    ],
    ['https://ats.example/%7BtestInvitationId%7D', 'https://ats.example/%7BtestInvitationId%7D'],
  ])('a literal {testInvitationId} is filled in: %s', (given, expected) => {
    expect(redirect(given)).toBe(expected);
  });

  it('there is none without a redirectURL', () => {
    expect(redirect(null)).toBeNull();
  });
});
