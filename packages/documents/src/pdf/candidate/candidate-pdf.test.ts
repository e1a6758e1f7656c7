import { buffer } from 'node:stream/consumers';
import type { CandidateReport } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import { someReport, someSections } from '../../testing/candidate-reports.ts';
import { jpegs } from '../../testing/jpegs.ts';
import { hasPoppler, poppler } from '../../testing/poppler.ts';
import { page } from '../drawing/theme.ts';
import { candidatePdf } from './candidate-pdf.ts';

const draw = async (over: Partial<CandidateReport> = {}): Promise<Buffer> => buffer(await candidatePdf(someReport(over)));
const drawNamed = (fullName: string, over: Partial<CandidateReport> = {}) =>
  draw({ candidate: { fullName, emailId: 'ana@example.com' }, ...over });

const bidiControls = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const textOf = (pdf: Buffer, ...options: readonly string[]): string =>
  poppler('pdftotext', pdf, ...options)
    .toString()
    .replace(bidiControls, '')
    .normalize('NFC');
const linesOf = (pdf: Buffer, ...options: readonly string[]): readonly string[] =>
  textOf(pdf, ...options)
    .split(/[\n\f]/)
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter((line) => line !== '');
const pagesOf = (pdf: Buffer): readonly (readonly string[])[] =>
  textOf(pdf, '-layout')
    .split('\f')
    .slice(0, -1)
    .map((text) =>
      text
        .split('\n')
        .map((line) => line.trim().replace(/\s+/g, ' '))
        .filter((line) => line !== ''),
    );

/** `1 Multiple choice Right 2 of 2`: the questions, two in a line of the page. */
const rowsIn = (text: string): readonly string[] =>
  text.replace(/\s+/g, ' ').match(/\d+ (?:Single choice|Multiple choice|Number|Text) [A-Z][a-z ]+ -?[\d.]+ of \d+/g) ?? [];

type Box = { readonly text: string; readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
const boxesOf = (pdf: Buffer): readonly Box[] =>
  Array.from(
    textOf(pdf, '-bbox').matchAll(/<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*)<\/word>/g),
    ([, left, top, right, bottom, text = '']) => ({
      text,
      left: Number(left),
      top: Number(top),
      right: Number(right),
      bottom: Number(bottom),
    }),
  );

const longWord = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(6).slice(0, 200);
const longName = 'Maximiliane Theodora von und zu Hohenstein-Wittgenstein '.repeat(4).slice(0, 200).trim();

const names = {
  Latin: 'Zoë Żółć-Ångström Đặng',
  Cyrillic: 'Дмитрий Щербаков',
  Greek: 'Αλέξανδρος Παπαδόπουλος',
  Arabic: 'محمد عبد الله الأحمد',
  Hebrew: 'דוד בן־גוריון',
  Devanagari: 'अर्जुन श्रीवास्तव क्षत्रिय',
  Thai: 'สมชาย น้ำทิพย์',
  Chinese: '欧阳修远',
  'Traditional Chinese': '陳龍臺灣',
  Japanese: '山田 はなこ',
  Korean: '김민수',
} as const;

describe('a candidate’s PDF', () => {
  it('is the same bytes for the same report, whatever was drawn before', async () => {
    const first = await drawNamed(names.Arabic, { testName: 'Ω Ohm' });
    // Letters that share glyphs with those above, and the other omega.
    await drawNamed('یپت', { testName: 'Ω \u2126' });
    expect((await drawNamed(names.Arabic, { testName: 'Ω Ohm' })).equals(first)).toBe(true);
  });

  it('is refused as a whole when it cannot be drawn: no half document', async () => {
    await expect(candidatePdf(someReport({ zone: 'Mars/Olympus' }))).rejects.toThrow(RangeError);
  });
});

describe.skipIf(!hasPoppler)('a candidate’s PDF, read back', () => {
  it('shows candidate, test, times with their zone, score, duration and proctoring', async () => {
    const text = textOf(await draw({ score: '20.5', completedBy: 'deadline' }), '-layout').replace(/\s+/g, ' ');
    for (const said of [
      'Northwind Talent',
      'Ana Kowalska',
      'ana@example.com',
      'Test Senior JavaScript Engineer',
      'Started 23 February 2026, 16:16',
      'Completed 23 February 2026, 17:28',
      'Submitted automatically at the deadline',
      '1 hour 13 minutes of 1 hour 30 minutes',
      'Asia/Kolkata',
      '100234',
      '20.5',
      'of 40',
      '51.25%',
      'Proctoring 3 window violations, 1 minute 25 seconds outside',
      '7 right · 5 partly right · 4 wrong · 4 blank',
      'Page 1 of 2',
    ]) {
      expect(text).toContain(said);
    }
  });

  it('lists each question with its kind, outcome, score and marks', async () => {
    const sections = someSections(4, 5);
    const rows = rowsIn(textOf(await draw({ sections }), '-layout'));
    const kinds: Readonly<Record<string, string>> = {
      'single-choice': 'Single choice',
      'multiple-choice': 'Multiple choice',
      numeric: 'Number',
      text: 'Text',
      coding: 'Program',
      sql: 'SQL query',
      essay: 'Essay',
      file: 'File',
    };
    const outcomes = { right: 'Right', partial: 'Partly right', wrong: 'Wrong', blank: 'Blank' };
    for (const { number, kind, outcome, score, marks } of sections.flatMap((section) => section.questions)) {
      expect(rows).toContain(`${number} ${kinds[kind]} ${outcomes[outcome]} ${score} of ${marks}`);
    }
  });

  it('leaves out a kind that all questions have, and says why a score is below zero only where one is', async () => {
    const [section] = someSections(6);
    const questions = section?.questions.map((one) => ({ ...one, kind: 'text' as const, outcome: 'right' as const, score: '2' })) ?? [];
    const text = textOf(await draw({ sections: section === undefined ? [] : [{ ...section, questions }] }));
    expect(text).not.toMatch(/Kind|below 0/);
    expect(textOf(await draw())).toContain('A score below 0 is a penalty');
  });

  it.each(Object.entries(names))('gives back a name in %s as it was put in', async (_, name) => {
    expect(linesOf(await drawNamed(name))).toContain(name.normalize('NFC'));
  });

  it('gives back every word of a line in two directions', async () => {
    const [name, testName] = ['محمد Smith 42', 'اختبار JavaScript رقم 12'];
    const lines = linesOf(await drawNamed(name, { testName }));
    for (const put of [name, testName]) {
      expect(lines.find((line) => put.split(' ').every((word) => line.includes(word)))).toBeDefined();
    }
  });

  it('draws an Arabic line from right to left, its Latin words and digits from left to right', async () => {
    const boxes = boxesOf(await drawNamed('محمد Smith 42 علي'));
    const leftOf = (text: string): number =>
      boxes.find((one) => one.text === text || one.text === [...text].reverse().join(''))?.left ?? Number.NaN;
    const fromTheLeft = ['علي', '42', 'Smith', 'محمد'].sort((a, b) => leftOf(a) - leftOf(b));
    expect(fromTheLeft).toEqual(['علي', 'Smith', '42', 'محمد']);
  });

  it('survives what no font has, and still gives it back', async () => {
    const name = 'Zoë 👩‍💻 🎉 \u{10380} x\u030c';
    expect(linesOf(await drawNamed(name))).toContain(name.normalize('NFC'));
  });

  it('is tagged, named and in English, on A4', async () => {
    const pdf = await drawNamed('Ana <b> & Co');
    const info = poppler('pdfinfo', pdf).toString();
    expect(info).toMatch(/Tagged: +yes/);
    expect(info).toMatch(/Title: +Ana <b> & Co: Senior JavaScript Engineer/);
    expect(info).toMatch(/Page size: .*A4/);
    expect(info).toMatch(/CreationDate: .*2026/);
    expect(pdf.includes('/Lang (en)')).toBe(true);
    expect(poppler('pdfinfo', pdf, '-meta').toString()).toContain('Ana &lt;b&gt; &amp; Co');
  });

  it('marks answers that arrived late and count, and says how many there are', async () => {
    const [first, ...rest] = someSections(2, 2);
    const late = first === undefined ? [] : [{ ...first, questions: first.questions.map((one) => ({ ...one, late: one.number === 1 })) }];
    const text = textOf(await draw({ lateAnswers: 1, sections: [...late, ...rest] })).replace(/\s+/g, ' ');
    expect(text).toContain('Late answers 1 answer arrived after the deadline and was typed before it.');
    expect(text.match(/ \(late\) /g)).toHaveLength(1);
    expect(textOf(await draw())).not.toMatch(/[Ll]ate/);
  });

  it('says whether the pass mark was reached, and nothing of it where there is none', async () => {
    const [first, ...rest] = someSections(2, 2);
    if (first === undefined) throw new Error('no sections');
    const sections = [{ ...first, passPercent: '60', result: 'Fail' as const }, ...rest];
    const text = textOf(await draw({ testResult: 'Fail', passPercent: '62.5', sections })).replace(/\s+/g, ' ');
    for (const said of ['Result', ' Fail ', '62.5% needed; 1 section is below its pass mark', 'Fail: 60% needed'])
      expect(text).toContain(said);
    expect(textOf(await draw())).not.toMatch(/Pass|Fail|needed/);
  });

  it('has the logo and the colour of the account, and goes without a logo that cannot be read', async () => {
    const pdf = await draw({ brand: { color: '#7a1f5c', logo: jpegs.wide } });
    expect(pdf.includes('/Alt (Logo of Northwind Talent)')).toBe(true);
    expect(linesOf(pdf)).toContain('Northwind Talent');
    const pixels = poppler('pdftoppm', pdf, '-r', '30', '-f', '1', '-l', '1').toString('hex');
    expect([pixels.includes('7a1f5c'), pixels.includes('0b6b6f')]).toEqual([true, false]);
    const unreadable = await draw({ brand: { color: null, logo: Buffer.from('none') } });
    expect(unreadable.includes('/Alt (Logo')).toBe(false);
    expect(unreadable.equals(await draw())).toBe(true);
  });

  it('has skills, times and remarks where there are any, each named once', async () => {
    const questions = (skills: (number: number) => readonly string[]) =>
      someSections(4).map((section) => ({
        ...section,
        questions: section.questions.map((one) => ({ ...one, skills: skills(one.number), seconds: one.number === 1 ? 85 : null })),
      }));
    const remarks = [{ kind: 'burst', text: '12 of 12 answers came within 0 s', figures: { answers: 12 } }] as const;
    const text = textOf(await draw({ remarks, sections: questions((number) => [`Skill ${number}`]) }), '-layout').replace(/\s+/g, ' ');
    for (const said of [
      'No. Kind Skills Result Time Score',
      'Skill 1 Right 1:25 2 of 2',
      'Skill 4 Partly right 1.25 of 2',
      'Time is how long',
    ])
      expect(text).toContain(said);
    expect(text).toContain('It is no verdict. · 12 of 12 answers came within 0 s.');
    const shared = textOf(await draw({ sections: questions(() => ['React', 'CSS']) })).replace(/\s+/g, ' ');
    expect(shared.match(/React/g)).toHaveLength(1);
    expect(shared).toContain('Skills: React, CSS');
    expect(textOf(await draw())).not.toMatch(/Skill|Remarks|Time is/);
  });

  it('compares with the group in figures, on the bars and in a legend, and says nothing of it where it is too small', async () => {
    const sections = [{ percentile: 40, meanPercent: 61.2 }, null];
    const pdf = await draw({ group: { candidates: 142, percentile: 63, meanPercent: 55.3, sections } });
    const text = textOf(pdf).replace(/\s+/g, ' ');
    for (const said of ['Percentile', 'among 142 candidates', '61.2% on average', 'Average of all candidates who finished the test'])
      expect(text).toContain(said);
    for (const alt of ['20 of 40, 50%; average 55.3%', '8 of 16, 50%; average 61.2%', '12 of 24, 50%'])
      expect(pdf.includes(`/Alt (Bar: ${alt})`)).toBe(true);
    expect(textOf(await draw())).not.toMatch(/Percentile|verage/);
  });

  it('has headings, tables with heads, and figures that say what they show', async () => {
    const pdf = await draw();
    const tree = poppler('pdfinfo', pdf, '-struct').toString();
    const count = (element: RegExp): number => tree.match(element)?.length ?? 0;
    expect(count(/^ *H1/gm)).toBe(1);
    expect(count(/^ *H2/gm)).toBe(3);
    expect(count(/^ *H3/gm)).toBe(2);
    expect(count(/^ *Table/gm)).toBe(3);
    // Heads: 3 + 2 × 4; rows: 2 sections, 20 questions, each with its name or number for a head.
    expect(count(/^ *TH/gm)).toBe(11 + 22);
    expect(count(/^ *TD/gm)).toBe(2 * 2 + 20 * 3);
    expect(count(/^ *Figure/gm)).toBe(3);
    for (const alt of ['20 of 40, 50%', '8 of 16, 50%', '12 of 24, 50%']) expect(pdf.includes(`/Alt (Bar: ${alt})`)).toBe(true);
    expect(poppler('pdfinfo', pdf, '-struct-text').toString()).toContain('Ana Kowalska');
  });

  it('lays out 200 questions: all in order, a head above the rows of every page, pages counted', async () => {
    const pages = pagesOf(await draw({ sections: someSections(70, 70, 60) }));
    expect(pages.length).toBe(5);
    const row = /^(\d+) (?:Single choice|Multiple choice|Number|Text) /;
    const numbers = pages.flatMap((lines) => rowsIn(lines.join(' '))).map((one) => Number.parseInt(one, 10));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
    for (const [index, lines] of pages.entries()) {
      expect(lines.at(-1)).toMatch(new RegExp(`Page ${index + 1} of ${pages.length}$`));
      const heads = lines.flatMap((line, at) => (line.startsWith('No. Kind Result Score') ? [at] : []));
      for (const at of heads) expect(lines[at + 1]).toMatch(row);
      if (index > 0) expect(heads[0]).toBe(lines.findIndex((line) => row.test(line)) - 1);
    }
  });

  it.each([3, 4, 5])('no page ends or begins with one row alone: %i questions more than a page holds', async (more) => {
    for (const lines of pagesOf(await draw({ sections: someSections(58 + more) })).slice(1))
      expect(rowsIn(lines.join(' ')).length).toBeGreaterThan(1);
  });

  it.each([
    ['one long word', longWord],
    ['a long name', longName],
    ['a long name in Chinese', '欧阳修远上官婉儿'.repeat(25)],
    ['a long name in Arabic', 'محمد بن عبد الله Smith 42 '.repeat(7).trim()],
    ['a long word in Devanagari', 'क्षत्रिय'.repeat(25)],
  ])('keeps %s inside the margins, wherever it stands, and loses nothing of it', async (_, name) => {
    const sections = someSections(3, 60).map((section) => ({ ...section, sectionName: name }));
    const pdf = await drawNamed(name, { accountName: name, testName: name, sections });
    for (const { text, left, right, top, bottom } of boxesOf(pdf)) {
      expect.soft(left, text).toBeGreaterThanOrEqual(page.left - 0.5);
      expect.soft(right, text).toBeLessThanOrEqual(page.right + 0.5);
      expect.soft(top, text).toBeGreaterThanOrEqual(0);
      expect.soft(bottom, text).toBeLessThanOrEqual(page.height - 20);
    }
    const together = textOf(pdf).replace(/\s/g, '');
    // From right to left the words of a line come in another order, so that only those are looked for.
    for (const part of /\p{Script=Arabic}/u.test(name) ? name.split(' ') : [name.replace(/\s/g, '')]) expect(together).toContain(part);
  });

  it('shows a score below zero as a number beside an empty bar', async () => {
    const accentPixels = (pdf: Buffer): number => {
      // The panel: from under the name to the part that follows.
      const area = ['-r', '72', '-f', '1', '-l', '1', '-x', '50', '-y', '160', '-W', '490', '-H', '135'];
      const pixels = poppler('pdftoppm', pdf, ...area).subarray('P6\n490 135\n255\n'.length);
      let found = 0;
      for (let at = 0; at < pixels.length; at += 3) {
        const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
        if (red < 60 && green > 90 && blue > 90) found += 1;
      }
      return found;
    };
    const below = await draw({ score: '-3.5' });
    expect(linesOf(below)).toContain('-3.5');
    expect(accentPixels(below)).toBe(0);
    expect(accentPixels(await draw())).toBeGreaterThan(200);
  });
});
