import { describe, expect, it } from 'vitest';
import { cleanFileName, fileWords, neutralFileName, sizeWords } from './file-name.ts';
import { fileBounds } from './file-types.ts';

describe('the name of a file', () => {
  it.each([
    ['Plan.pdf', 'Plan.pdf'],
    ['Lösung 2 – Entwurf.PDF', 'Lösung 2 – Entwurf.pdf'],
    ['C:\\Users\\ana\\plan.pdf', 'plan.pdf'],
    ['../../etc/passwd', 'passwd.pdf'],
    ['plan.pdf.exe', 'plan.pdf.exe.pdf'],
    ['a\u202efdp.exe', 'a fdp.exe.pdf'],
    ['a\r\nb\0c.pdf', 'a b c.pdf'],
    ['con.pdf', '_.pdf'],
    ['LPT1', '_.pdf'],
    ['...', 'file.pdf'],
    ['', 'file.pdf'],
    ['.pdf', 'pdf.pdf'],
    ['"; rm -rf ~; ".pdf', '; rm -rf ~;.pdf'],
    ['履歴書.pdf', '履歴書.pdf'],
  ])('%j is kept as %j', (sent, kept) => {
    expect(cleanFileName(sent, 'pdf')).toBe(kept);
  });

  it('keeps an extension of its type', () => {
    expect(cleanFileName('data.csv', 'text')).toBe('data.csv');
    expect(cleanFileName('page.html', 'text')).toBe('page.html.txt');
    expect(cleanFileName('photo.JPEG', 'jpeg')).toBe('photo.jpeg');
    expect(cleanFileName('photo.png', 'jpeg')).toBe('photo.png.jpg');
  });

  it.each(['x'.repeat(5000), '𝒶'.repeat(5000), `${'x'.repeat(200)}.pdf`])('has at most 120 characters', (sent) => {
    const kept = [...cleanFileName(sent, 'pdf')];
    expect(kept).toHaveLength(fileBounds.name);
    expect(kept.slice(-4).join('')).toBe('.pdf');
  });

  it('gives way to the id of the question where nobody may see whose it is', () => {
    expect(neutralFileName('plan-1', 'Ana Example.pdf')).toBe('plan-1.pdf');
  });
});

describe('the size of a file', () => {
  it.each([
    [0, '0 bytes'],
    [812, '812 bytes'],
    [1_000, '1 KB'],
    [1_249, '1.2 KB'],
    [999_499, '999 KB'],
    [999_500, '1 MB'],
    [fileBounds.bytes, '10.5 MB'],
  ])('%i is %s', (bytes, words) => {
    expect(sizeWords(bytes)).toBe(words);
  });

  it('stands behind the name, with the type', () => {
    expect(fileWords({ name: 'a.csv', type: 'text', bytes: 5 })).toBe('a.csv (text, 5 bytes)');
  });
});
