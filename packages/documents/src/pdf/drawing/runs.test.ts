import { describe, expect, it } from 'vitest';
import { openTypefaces } from '../../fonts/typefaces.ts';
import { atomsOf, runsOf } from './runs.ts';

/** From left to right, each run as it reads on the page: fontkit turns round those that begin in a right-to-left script. */
const seen = async (text: string): Promise<string> =>
  runsOf(atomsOf(text, 400, await openTypefaces([text])))
    .map((run) => (/^[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(run.text) ? [...run.text].reverse().join('') : run.text))
    .join('');

describe('a line in two directions', () => {
  it.each([
    ['a Latin line as it is', 'Ana (JS) 12', 'Ana (JS) 12'],
    ['a Hebrew line from the right', 'אבג דה', 'הד גבא'],
    ['brackets of a Hebrew line turned over', 'אב (גד)', '(דג) בא'],
    ['digits and Latin words of a Hebrew line from the left', 'אב 12 JS', 'JS 12 בא'],
    ['Hebrew inside a Latin line from the right', 'Ana אב גד 12', 'Ana 12 דג בא'],
    ['Persian digits from the left', 'اب ۱۲۳', '۱۲۳ با'],
  ])('shows %s', async (_, text, shown) => expect(await seen(text)).toBe(shown));

  it('is said in reading order', async () => {
    const text = 'אב (12)';
    const runs = runsOf(atomsOf(text, 400, await openTypefaces([text])));
    expect(runs.map((run) => run.source).sort()).toEqual([' ', '(', ')', '12', 'אב'].sort());
  });
});
