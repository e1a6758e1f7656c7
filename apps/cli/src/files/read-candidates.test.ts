import { describe, expect, it } from 'vitest';
import { Failure } from '../support/failures.ts';
import { faultyCsv, readCandidates } from './read-candidates.ts';

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
    [
      'a quote that is not closed',
      'email,name\na@example.com,"A\nb@example.com,B\n\n',
      /no sound CSV: the quote that opens in line 2 is not closed/,
    ],
    ['one that ends at the next quote', 'email,name\n"a\n"" b",A\nb@example.com, "B\nc@example.com,"C, D"\n', /opens in line 4 is not/],
    ['one of a file with tabs', 'email\tname\r\na@example.com\t"A" B\r\nb@example.com\tB', /opens in line 2 is not closed/],
    ['a quote inside a field', 'email,name\na@example.com,A "B" C\n', /a quote inside a field of line 2/],
    ['what is no text', new Uint8Array([0x65, 0xff, 0x2c]), /not UTF-8/],
  ])('refuses %s', (_, text, message) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ name: 'Failure', message: expect.stringMatching(message) }));
    expect(() => read(text)).toThrow(Failure);
  });

  it('writes faulty rows to a file that can be mended and read, each with its fault', () => {
    const text = 'Phone;Name;E-Mail\n1;"Ana; the ""first""";ana\n2;Ben;ben@example.com\n3;;c@example.com;4\n';
    const { cells, faults } = read(text);
    const written = faultyCsv(cells, faults);
    expect(written).toBe(
      '\ufefffault;Phone;Name;E-Mail\r\n' +
        'emailId: must be an email address;1;"Ana; the ""first""";ana\r\n' +
        '"has 4 fields, the head has 3";3;;c@example.com;4\r\n',
    );
    const again = read(written.replace(';ana\r', ';ana@example.com\r'));
    expect(again.candidates).toMatchObject([{ line: 2, fullName: 'Ana; the "first"', emailId: 'ana@example.com' }]);
    expect(again.unknown).toEqual(['Phone']);
    expect(faultyCsv(again.cells, again.faults)).toBe(
      '\ufefffault;Phone;Name;E-Mail\r\n"has 5 fields, the head has 4";3;;c@example.com;4\r\n',
    );
  });

  it('names the columns that it does not read', () => {
    expect(read('email,Phone,name,Ref\n').unknown).toEqual(['Phone', 'Ref']);
  });
});
