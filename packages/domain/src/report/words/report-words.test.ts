import { describe, expect, it } from 'vitest';
import type { ReportedQuestion } from '../report-document.ts';
import { countOutcomes } from './outcome-counts.ts';
import {
  countsInWords,
  dateInWords,
  imagesInWords,
  kindInWords,
  minutesInWords,
  percentInWords,
  resultWords,
  secondsInWords,
  secondsOnClock,
  shareOf,
  timeInWords,
  timeTakenInWords,
  violationsInWords,
} from './report-words.ts';

describe('a duration in words', () => {
  it.each([
    [0, '0:00'],
    [85, '1:25'],
    [3599, '59:59'],
    [3725, '1:02:05'],
  ])('%i seconds are %s in a column', (seconds, words) => expect(secondsOnClock(seconds)).toBe(words));

  it.each([
    [0, 'less than a minute'],
    [1, '1 minute'],
    [59, '59 minutes'],
    [60, '1 hour'],
    [150, '2 hours 30 minutes'],
  ])('%i minutes are %s', (minutes, words) => expect(minutesInWords(minutes)).toBe(words));

  it.each([
    [0, 'less than a second'],
    [1, '1 second'],
    [85, '1 minute 25 seconds'],
    [7200, '2 hours'],
  ])('%i seconds are %s', (seconds, words) => expect(secondsInWords(seconds)).toBe(words));
});

describe('window violations in words', () => {
  it.each([
    [0, 0, 'No window violations'],
    [1, 4, '1 window violation, 4 seconds outside'],
    [2, 0, '2 window violations, less than a second outside'],
    [12, 61, '12 window violations, 1 minute 1 second outside'],
  ])('%i times, %i seconds', (wv, tv, words) => expect(violationsInWords({ wv, tv })).toBe(words));
});

describe('the time taken', () => {
  it.each([
    [0, 'less than a second'],
    [252, '4 minutes 12 seconds'],
    [299, '4 minutes 59 seconds'],
    [301, '6 minutes'],
    [3600, '1 hour'],
  ])('of %i seconds is "%s"', (secondsTaken, words) => expect(timeTakenInWords({ secondsTaken })).toBe(words));
});

describe('webcam images in words', () => {
  it.each([
    [1, 1, '1 image was taken.'],
    [1, 0, '1 image was taken; none is shown.'],
    [5, 5, '5 images were taken; all of them are shown.'],
    [87, 1, '87 images were taken; 1 of them is shown.'],
    [87, 12, '87 images were taken; 12 of them, evenly spread, are shown.'],
  ])('%i taken, %i shown', (count, length, words) => {
    const shown = Array.from({ length }, (_, takenAt) => ({ takenAt, jpeg: new Uint8Array() }));
    expect(imagesInWords({ count, shown })).toBe(words);
  });
});

describe('a time', () => {
  it.each([
    ['Asia/Kolkata', '01:00'],
    ['UTC', '19:30'],
    ['Europe/London', '19:30'],
  ])('is that of a clock in %s, with 24 hours', (zone, words) => expect(timeInWords(Date.UTC(2026, 1, 28, 19, 30), zone)).toBe(words));
});

describe('a date', () => {
  it.each([
    ['Asia/Kolkata', '1 March 2026, 01:00'],
    ['UTC', '28 February 2026, 19:30'],
    ['America/New_York', '28 February 2026, 14:30'],
  ])('is that of a clock in %s', (zone, words) => expect(dateInWords(Date.UTC(2026, 1, 28, 19, 30), zone)).toBe(words));
});

describe('a share of the maximum', () => {
  it.each([
    ['20', '40', 0.5, '50%'],
    ['-3.5', '40', 0, '-8.75%'],
    ['40', '40', 1, '100%'],
    ['39.99', '40', 0.99975, '99.98%'],
    ['-0.1', '40', 0, '-0.25%'],
    ['61.5', '80', 0.76875, '76.88%'],
    ['999.999', '1000', 0.999999, '99.99%'],
    ['0', '40', 0, '0%'],
    ['0', '0', 0, undefined],
  ])('%s of %s', (score, maximum, share, percent) => {
    expect(shareOf(score, maximum)).toBeCloseTo(share, 10);
    expect(percentInWords(score, maximum)).toBe(percent);
  });
});

describe('the result of a question in words', () => {
  it.each([
    ['right', 'Right'],
    ['partial', 'Partly right'],
    ['wrong', 'Wrong'],
    ['blank', 'Blank'],
  ] as const)('%s is "%s"', (outcome, words) => expect(resultWords({ outcome, late: false })).toBe(words));

  it('of a void question says nothing of the candidate, and it is counted apart', () => {
    const wrong = { number: 1, kind: 'numeric', marks: '0', score: '0', outcome: 'wrong', late: false, skills: [], seconds: null } as const;
    expect(resultWords({ ...wrong, void: 'not-counted' })).toBe('Void');
    expect(resultWords({ ...wrong, outcome: 'right', void: 'full-marks' })).toBe('Void');
    expect(countsInWords(countOutcomes([wrong, { ...wrong, void: 'not-counted' }]))).toBe('0 right · 1 wrong · 0 blank · 1 void');
  });

  it('partly right is counted apart where there is any', () => {
    const outcomes = (...all: ReportedQuestion['outcome'][]) => countsInWords(countOutcomes(all.map((outcome) => ({ outcome }))));
    expect(outcomes('right', 'partial', 'wrong', 'partial')).toBe('1 right · 2 partly right · 1 wrong · 0 blank');
    expect(outcomes('right', 'blank')).toBe('1 right · 0 wrong · 1 blank');
  });

  it('of a program tells how many cases were accepted, and its language', () => {
    const program = { language: 'cpp', accepted: 3, cases: 4 } as const;
    expect(resultWords({ outcome: 'partial', late: true, program })).toBe('Partly right, 3 of 4 cases accepted (late)');
    expect(kindInWords({ kind: 'coding', program })).toBe('Program (C++)');
    expect(kindInWords({ kind: 'sql', program: { ...program, language: 'sql' } })).toBe('SQL query');
    expect(kindInWords({ kind: 'coding' })).toBe('Program');
  });
});
