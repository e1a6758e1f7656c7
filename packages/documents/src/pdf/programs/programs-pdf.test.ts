import { buffer } from 'node:stream/consumers';
import type { CodeSubmission } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { hasPoppler, poppler } from '../../testing/poppler.ts';
import { somePrograms, someSubmission } from '../../testing/programs-reports.ts';
import { page } from '../drawing/theme.ts';
import { programsPdf } from './programs-pdf.ts';

const draw = async (...submissions: readonly Partial<CodeSubmission>[]): Promise<Buffer> =>
  buffer(await programsPdf(somePrograms(submissions.map((one, index) => someSubmission({ questionId: index + 1, ...one })))));
const drawSource = (source: string): Promise<Buffer> => draw({ source, cases: [] });

const textOf = (pdf: Buffer, ...options: readonly string[]): string =>
  poppler('pdftotext', pdf, ...options)
    .toString()
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
const wordsOf = (pdf: Buffer): string => textOf(pdf, '-layout').replace(/\s+/g, ' ');
const pagesOf = (pdf: Buffer): readonly string[] => textOf(pdf, '-layout').split('\f').slice(0, -1);
/** The numbered lines, without the spaces between number and text. */
const linesOf = (pdf: Buffer): readonly string[] =>
  textOf(pdf, '-layout')
    .split(/[\n\f]/)
    .flatMap((line) => /^ *(\d+) {2,}(.*)$/.exec(line)?.slice(1, 3).join('|') ?? []);

describe('the PDF of programs', () => {
  it('is the same bytes for the same programs', async () => {
    expect((await draw({})).equals(await draw({}))).toBe(true);
  });

  it('is refused as a whole when a program cannot be read: no half document', async () => {
    const submissions = async function* () {
      yield someSubmission();
      throw new Error('the database is away');
    };
    await expect(programsPdf(somePrograms([], { questions: 2, submissions }))).rejects.toThrow('the database is away');
  });
});

describe.skipIf(!hasPoppler)('the PDF of programs, read back', () => {
  it('says of a case over its time that the program was waiting', async () => {
    const waited = { name: '1', verdict: 'time-limit-exceeded', waited: true, seconds: 0.01, memory: 12, weight: 1, sample: true } as const;
    const words = wordsOf(await draw({ cases: [waited] }));
    for (const said of ['waiting, not', 'time was over']) expect(words).toContain(said);
  });

  it('says of a case that was left out that it was not run, and why', async () => {
    const late = { name: '1', verdict: 'time-limit-exceeded', seconds: 1.15, memory: 12, weight: 1, sample: true } as const;
    const left = { ...late, name: 'second', seconds: 0, memory: null, leftOut: true } as const;
    const round = { round: 1, testVersion: 1, gradedAt: '2026-02-23T12:00:00.000Z', verdicts: { 'time-limit-exceeded': 1 }, leftOut: 1 };
    const words = wordsOf(await draw({ cases: [late, left], rounds: [round] }));
    for (const said of [
      '0 of 2 cases accepted, 1 not run: all marks were lost by a case over its time',
      'Verdicts 1 time-limit-exceeded, 1 not run',
      'second not run – – 1',
    ])
      expect(words).toContain(said);
  });

  it('says whose they are, and of each how it was graded, typed and graded before', async () => {
    const words = wordsOf(await draw({}));
    for (const said of [
      'Northwind Talent',
      'Ana Kowalska',
      'Test Senior JavaScript Engineer',
      'Invitation 100234, attempt 2',
      'Completed 23 February 2026, 17:28',
      'Question 1: Print the sum.',
      'Result Partly right, 1 of 2 cases accepted',
      'Marks 2.5 of 10',
      'Language Python 3.11.3 (embedded)',
      'Verdicts 1 accepted, 1 wrong-answer',
      'Limits 1 s and 128 MB for each case',
      'Typed 3 edits, 20 characters typed, 7 pasted in 1 paste',
      'Earlier round 1, version 1: 2 wrong-answer',
      '1 accepted 0.010 12 1',
      'large wrong-answer 0.020 – 3 token 1 in line 1',
      'expected "4"',
      'not "3"',
      'Made on 23 February 2026',
      'Page 1 of 1',
    ])
      expect(words).toContain(said);
  });

  it('gives back each line with its number, tabs at every fourth column', async () => {
    const pdf = await drawSource('def f():\n\treturn 1\n\n\nx\t= "a\tb"\n');
    expect(linesOf(pdf)).toEqual(['1|def f():', '2|return 1', expect.stringMatching(/^5\|x +=/)]);
    expect(textOf(pdf, '-layout')).toMatch(/\n *2 +return 1\n/);
  });

  it('keeps what is written in any script', async () => {
    const words = wordsOf(await drawSource('名前 = "東京 かな"\n# Дмитрий Żółć λ\nx = "김민수"\n'));
    for (const said of ['名前', '東京', 'かな', 'Дмитрий Żółć λ', '김민수']) expect(words).toContain(said);
  });

  it('shows by number what nobody would see, and what no font has', async () => {
    const words = wordsOf(await drawSource('a = "\u202e" # \u2066\n\u001b[31m\u0000\nx\u200by \u{10380}\n'));
    for (const said of ['<U+202E>', '<U+2066>', '<U+001B>[31m<U+0000>', 'x<U+200B>y', '<U+10380>']) expect(words).toContain(said);
  });

  it.each([
    ['ASCII', 'abc '.repeat(16_384)],
    ['Arabic', 'م'.repeat(3_000)],
    ['Chinese', '漢字'.repeat(1_000)],
    ['characters without a glyph', '\u202e'.repeat(500)],
  ])('wraps one long line of %s inside the margins', async (_, source) => {
    const pdf = await drawSource(source);
    const boxes = textOf(pdf, '-bbox').matchAll(/<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">/g);
    for (const [, left, top, right, bottom] of boxes) {
      expect(Number(left)).toBeGreaterThanOrEqual(page.left - 1);
      expect(Number(right)).toBeLessThanOrEqual(page.right + 1);
      expect(Number(top)).toBeGreaterThanOrEqual(0);
      expect(Number(bottom)).toBeLessThanOrEqual(page.height - 20);
    }
    expect(textOf(pdf, '-layout')).not.toMatch(/\n *2 {2}/);
  });

  it('has the head of the question and of the table on each further page', async () => {
    const [one] = someSubmission().cases;
    const cases = one === undefined ? [] : Array.from({ length: 60 }, (_, index) => ({ ...one, name: `case ${index + 1}` }));
    const source = Array.from({ length: 200 }, (_, index) => `print(${index})`).join('\n');
    const pages = pagesOf(await draw({ cases, source }));
    expect(pages.length).toBeGreaterThan(4);
    for (const [index, text] of pages.entries()) {
      expect(text).toContain(`Page ${index + 1} of ${pages.length}`);
      if (index > 0) expect(text.replace(/ +/g, ' ')).toMatch(/Question 1: Print the sum\. continued/);
      if (/case \d+ +accepted/.test(text)) expect(text).toMatch(/Case +Verdict +Seconds/);
    }
  });

  it('says that there is no answer, and that a program waits to be graded', async () => {
    const none = { language: null, source: null, engine: null, version: null, limits: null, cases: [], rounds: [] };
    const waits = { ...none, status: 'waiting' as const, language: 'ruby' as const, source: 'puts', score: null, outcome: null };
    const waiting = [{ round: 1, testVersion: 1, gradedAt: null, verdicts: {} }];
    const words = wordsOf(await draw({ ...none, status: 'blank', score: 0, outcome: 'blank' }, { ...waits, rounds: waiting }));
    expect(words).toContain('Answer Blank: there is no program Marks 0 of 10');
    expect(words).toContain('Result Waiting to be graded Marks none yet, of 10');
    expect(wordsOf(await buffer(await programsPdf(somePrograms([]))))).toContain('The test asks for no programs.');
  });

  it('says what it leaves out of long programs and of many, and where that is', async () => {
    const long = wordsOf(await drawSource('\n'.repeat(10_000)));
    expect(long).toContain('From line 2001 on, the program is left out here. It has 10,000 lines.');
    expect(long).toContain('assay report code 100234 --question 1 prints all of it.');
    const source = 'x\n'.repeat(2_000);
    const many = wordsOf(await draw(...Array.from({ length: 5 }, () => ({ source, cases: [] }))));
    expect(many).toContain('2 of 5 programs are left out here. assay report code 100234 prints all of them.');
  });

  it('is tagged: a heading and a table for each question, the program as code, its line numbers not', async () => {
    const pdf = await draw({}, {});
    const tree = poppler('pdfinfo', pdf, '-struct').toString();
    const count = (element: RegExp): number => tree.match(element)?.length ?? 0;
    expect(poppler('pdfinfo', pdf).toString()).toMatch(/Tagged: +yes/);
    expect([count(/^ *H1/gm), count(/^ *H2/gm), count(/^ *Table/gm), count(/^ *TH/gm)]).toEqual([1, 2, 2, 2 * (7 + 2)]);
    // A program, and the two sides of a difference.
    expect(count(/^ *Code/gm)).toBe(4);
    expect(poppler('pdfinfo', pdf, '-struct-text').toString()).toContain('"a, b = map(int, input().split())print(3)  # not yet"');
  });
});
