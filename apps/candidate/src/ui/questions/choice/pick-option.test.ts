import { expect, it } from 'vitest';
import { togglePick } from './pick-option.ts';

it('picks are kept in the order of the options', () => {
  const options = ['a', 'b', 'c'].map((optionId) => ({ optionId }));
  expect(togglePick(options, ['c'], 'a')).toEqual(['a', 'c']);
  expect(togglePick(options, ['a', 'c'], 'a')).toEqual(['c']);
  expect(togglePick(options, ['gone'], 'b')).toEqual(['b']);
});
