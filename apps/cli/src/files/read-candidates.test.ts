import { describe, expect, it } from 'vitest';
import { Failure } from '../support/failures.ts';
import { readCandidates } from './read-candidates.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string | Uint8Array, shared = {}) =>
  readCandidates(typeof text === 'string' ? bytes(text) : text, { sendEmail: true, ...shared });
const ana = { line: 2, emailId: 'ana@example.com', fullName: 'Ana Núñez', sendEmail: true };

describe('readCandidates', () => {
  it.each([
    ['commas', 'emailId,fullName\nana@example.com,Ana Núñez\n'],
    ['semicolons, other names and another order', 'Full Name;E-Mail\nAna Núñez;ana@example.com'],
    ['tabs and Windows line ends', 'EMAIL\tNAME\r\nana@example.com\tAna Núñez\r\n'],
    ['old line ends', 'email,name\rana@example.com,Ana Núñez\r'],
    ['a byte order mark', '\ufeffemail,name\nana@example.com,Ana Núñez\n'],
    ['quotes', '"email","name"\n"ana@example.com","Ana Núñez"\n'],
    ['spaces around', ' email , name \n ana@example.com , Ana Núñez \n'],
    ['semicolons inside a quoted head', 'email,name,"a;b;c;d"\nana@example.com,Ana Núñez,x\n'],
    ['columns that stay empty', 'email,name,callbackURL,redirectUrl,LINK\nana@example.com,Ana Núñez,,,\n'],
    ['short rows', 'email,name,callbackURL\nana@example.com,Ana Núñez\n'],
  ])('reads %s', (_, text) => {
    const { candidates, faults } = read(text);
    expect({ candidates, faults }).toEqual({ candidates: [ana], faults: [] });
  });

  it('reads what Excel calls Unicode text', () => {
    const text = Buffer.from('\ufeffemail\tname\nana@example.com\tAna Núñez\n', 'utf16le');
    const { candidates, faults } = read(text);
    expect({ candidates, faults }).toEqual({ candidates: [ana], faults: [] });
  });

  it('reads every column; a row wins over the options', () => {
    const text =
      'emailId,fullName,callbackURL,redirectURL,testLinkId\nb@example.com,"B; ""Bee"", B",https://a.example/cb,https://a.example/r,7\nc@example.com,C,,,\n';
    expect(read(text, { testLinkId: 5, callbackURL: 'https://all.example', sendEmail: false }).candidates).toEqual([
      {
        line: 2,
        emailId: 'b@example.com',
        fullName: 'B; "Bee", B',
        callbackURL: 'https://a.example/cb',
        redirectURL: 'https://a.example/r',
        testLinkId: 7,
        sendEmail: false,
      },
      { line: 3, emailId: 'c@example.com', fullName: 'C', callbackURL: 'https://all.example', testLinkId: 5, sendEmail: false },
    ]);
  });

  it('names the line and the rule of every faulty row, and returns the others', () => {
    const { candidates, faults } = read(
      'email,name,callbackURL,link\n' +
        'ana@example.com,Ana,,\n' +
        '\n' +
        '"not an address","two\nlines",,\n' +
        ',Nobody,,\n' +
        'c@example.com,,ftp://x,seven\n' +
        'ANA@example.com,Again,,\n' +
        'd@example.com,D,,,more\n',
    );
    expect(candidates.map(({ line }) => line)).toEqual([2]);
    expect(faults).toEqual([
      { line: 4, rule: expect.stringMatching(/^emailId: must be an email address; fullName: must not contain control characters$/) },
      { line: 6, rule: 'emailId: is required' },
      {
        line: 7,
        rule: expect.stringMatching(/fullName: is required.*callbackURL: must be an absolute http or https URL.*testLinkId: must be/),
      },
      { line: 8, rule: 'emailId: ANA@example.com is in line 2 already' },
      { line: 9, rule: 'has 5 fields, the head has 4' },
    ]);
  });

  it('the same email with another link is another invitation', () => {
    expect(read('email,name,link\na@example.com,A,1\na@example.com,A,2\n').faults).toEqual([]);
  });

  it.each([
    ['an empty file', '', /empty/],
    ['a head without the name', 'email,phone\n', /no column fullName/],
    ['a column that comes twice', 'email,emailId,name\n', /column emailId comes twice/],
    ['a quote that is not closed', 'email,name\na@example.com,"A\n', /no sound CSV.*line/],
    ['what is no text', new Uint8Array([0x65, 0xff, 0x2c]), /not UTF-8/],
  ])('refuses %s', (_, text, message) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ name: 'Failure', message: expect.stringMatching(message) }));
    expect(() => read(text)).toThrow(Failure);
  });

  it('names the columns that it does not read', () => {
    expect(read('email,Phone,name,Ref\n').unknown).toEqual(['Phone', 'Ref']);
  });
});
