import { describe, expect, it } from 'vitest';
import { fileBounds } from '../review/file-types.ts';
import { filesToDrop, keptFiles } from './kept-files.ts';

const file = (file_id: string, question_id = 1, bytes = 1) => ({ file_id, question_id, bytes });
const many = (count: number, question_id = 1, bytes = 1) =>
  Array.from({ length: count }, (_, index) => file(`${question_id}-${index}`, question_id, bytes));
const none = () => false;
const added = { questionId: 1, bytes: 1 };

describe('capacity for another file', () => {
  it('is there while the question has fewer than ten', () => {
    expect(filesToDrop(many(9), added, none)).toEqual([]);
  });

  it('is made by the oldest of the question that no answer names', () => {
    expect(filesToDrop(many(10), added, ({ file_id }) => file_id === '1-0')).toEqual([file('1-1')]);
    expect(filesToDrop([...many(10, 2), ...many(10)], added, none)).toEqual([file('1-0')]);
  });

  it('counts bytes of the question', () => {
    const full = many(5, 1, fileBounds.bytes);
    expect(filesToDrop(full, { questionId: 1, bytes: fileBounds.bytes }, none)).toEqual([full[0]]);
    expect(filesToDrop(full, { questionId: 2, bytes: fileBounds.bytes }, none)).toEqual([]);
  });

  it('is made by other questions when the attempt has no more bytes', () => {
    const full = [1, 2, 3, 4, 5].flatMap((question) => many(5, question, fileBounds.bytes));
    expect(filesToDrop(full, { questionId: 6, bytes: 1 }, ({ question_id }) => question_id !== 3)).toEqual([
      file('3-0', 3, fileBounds.bytes),
    ]);
  });

  it('is not made by files that answers name', () => {
    expect(filesToDrop(many(10), added, () => true)).toBeUndefined();
  });

  it('is enough for twenty answers of the largest size, and one more of each', () => {
    expect(20 * fileBounds.bytes + fileBounds.bytes).toBeLessThanOrEqual(keptFiles.ofAttempt.bytes);
    const twenty = Array.from({ length: 20 }, (_, index) => file(`${index}`, index + 1, fileBounds.bytes));
    expect(filesToDrop(twenty, { questionId: 20, bytes: fileBounds.bytes }, () => true)).toEqual([]);
  });
});
