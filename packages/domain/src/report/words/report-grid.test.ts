import { describe, expect, it } from 'vitest';
import type { ReportedQuestion } from '../report-document.ts';
import { gridColumns, gridNotes, sharedSkills } from './report-grid.ts';

const one = { number: 1, kind: 'numeric', marks: '2', score: '2', outcome: 'right', late: false, skills: [], seconds: null } as const;
const section = (...questions: readonly ReportedQuestion[]) => ({
  sectionName: 'Loops',
  sectionType: 'general',
  sectionScore: '4',
  candidateScore: '4',
  seconds: null,
  questions,
});

describe('the list of questions', () => {
  it('leaves out a column that is empty or says the same in each row', () => {
    expect(gridColumns({ sections: [section(one, one)] })).toEqual({ kind: false, skills: false, time: false });
    const other = { ...one, kind: 'text', skills: ['CSS'], seconds: 0 } as const;
    expect(gridColumns({ sections: [section(one, other)] })).toEqual({ kind: true, skills: true, time: true });
  });

  it('names skills that all questions of a section show once', () => {
    const [react, css] = [
      { ...one, skills: ['React', 'CSS'] },
      { ...one, skills: ['CSS'] },
    ];
    expect(gridColumns({ sections: [section(react, react), section(css), section(one)] }).skills).toBe(false);
    expect([section(react, react), section(one)].map(sharedSkills)).toEqual(['Skills: React, CSS', undefined]);
  });

  it('says what a time and a score below zero are only where there is one', () => {
    expect(gridNotes({ sections: [section(one)] })).toEqual(['1 right · 0 wrong · 0 blank']);
    expect(gridNotes({ sections: [section({ ...one, score: '-1', seconds: 85 })] }).slice(1)).toEqual([
      'A score below 0 is a penalty: the test takes marks off for a wrong answer, and none for a blank one.',
      'Time is how long a question was on the screen, in minutes and seconds.',
    ]);
  });
});
