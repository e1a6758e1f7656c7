import { describe, expect, it } from 'vitest';
import { barOfTest, legendOfBars, sectionsWithBars } from './report-bars.ts';

const section = { sectionName: 'Loops', sectionType: 'general', sectionScore: '16', candidateScore: '8', seconds: null, questions: [] };
const group = { candidates: 142, percentile: 62, meanPercent: 55.5, sections: [{ percentile: 40, meanPercent: -3.5 }, null] };

describe('the bars of a report', () => {
  it('mark the pass mark and the average of the group, of the test and of each section', () => {
    expect(barOfTest({ score: '20', totalScore: '40', passPercent: '60', group })).toEqual({
      share: 0.5,
      passMark: 0.6,
      average: 0.555,
      words: '20 of 40, 50%; pass mark 60%; average 55.5%',
    });
    const marked = sectionsWithBars({ sections: [{ ...section, passPercent: '70', result: 'Fail' }, section], group });
    expect(marked.map(({ bar, notes }) => ({ ...bar, notes }))).toEqual([
      // Below nothing is where the bar begins.
      {
        share: 0.5,
        passMark: 0.7,
        average: 0,
        words: '8 of 16, 50%; pass mark 70%; average -3.5%',
        notes: ['Fail: 70% needed', '-3.5% on average'],
      },
      { share: 0.5, passMark: undefined, average: undefined, words: '8 of 16, 50%', notes: [] },
    ]);
  });

  it('have a legend of the marks that are on one of them', () => {
    expect(legendOfBars({ passPercent: null, sections: [section], group: null })).toEqual([]);
    expect(legendOfBars({ passPercent: null, sections: [{ ...section, passPercent: '70' }], group: null })).toEqual([
      { mark: 'pass-mark', words: 'Pass mark' },
    ]);
    expect(legendOfBars({ passPercent: null, sections: [section], group })).toEqual([
      { mark: 'average', words: 'Average of all candidates who finished the test' },
    ]);
  });
});
