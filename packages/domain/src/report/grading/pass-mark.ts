import { z } from 'zod';
import { type Decimal, decimal } from '../../decimal.ts';
import type { TestResult } from '../report-status.ts';

/** Per cent of the maximum score that a test or a section asks for; JSON carries two decimals exactly. */
export const PassPercent = z
  .number()
  .min(0, 'must not be negative')
  .max(100, 'must be at most 100')
  .refine((value) => Number.isFinite(value) && decimal(value).round(2).eq(decimal(value)), 'must have at most 2 decimals');

/** Compared without a division, so that nothing is rounded: 59.99 of 100 does not reach 60 %. */
export const reaches = (passPercent: number, score: Decimal, total: Decimal): boolean =>
  score.times(100).gte(total.times(decimal(passPercent)));

/** A score in per cent of the maximum, to two decimals, half to even; null if there is nothing to score. */
export const scorePercent = (score: string, totalScore: string): number | null => {
  const total = decimal(totalScore);
  return total.eq(0) ? null : Number(decimal(score).times(100).div(total));
};

/** A test is passed if its own pass mark and those of its sections are reached; null if there is no pass mark at all. */
export const testResultOf = (reached: readonly (boolean | undefined)[]): TestResult | null => {
  const marks = reached.filter((one) => one !== undefined);
  if (marks.length === 0) return null;
  return marks.every(Boolean) ? 'Pass' : 'Fail';
};

type Marked = {
  readonly passPercent?: number;
  readonly sections: readonly { readonly name: string; readonly passPercent?: number }[];
};

const marksIn = ({ passPercent, sections }: Marked): string =>
  JSON.stringify([passPercent ?? null, sections.flatMap(({ name, passPercent: own }) => (own === undefined ? [] : [[name, own]]))]);

/** Whether two versions of a test ask for the same, as a whole and in their sections. */
export const haveSamePassMarks = (one: Marked, other: Marked): boolean => marksIn(one) === marksIn(other);

type Passed = {
  readonly testResult: TestResult | null;
  readonly passPercent: string | null;
  readonly sections?: readonly { readonly result?: TestResult | null | undefined }[];
};

/** `60% needed`, and how many sections are below their own pass marks. */
export const passMarksNeeded = ({ passPercent, sections = [] }: Omit<Passed, 'testResult'>): string => {
  const below = sections.filter(({ result }) => result === 'Fail').length;
  const needed = passPercent === null ? [] : [`${passPercent}% needed`];
  if (below === 0) return needed.join('');
  return [...needed, below === 1 ? '1 section is below its pass mark' : `${below} sections are below their pass marks`].join('; ');
};

/** `Fail: 60% needed; 1 section is below its pass mark`; undefined without a pass mark. */
export const passMarkInWords = ({ testResult, ...marks }: Passed): string | undefined =>
  testResult === null ? undefined : [testResult, passMarksNeeded(marks)].filter((one) => one !== '').join(': ');
