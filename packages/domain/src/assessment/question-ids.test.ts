import { describe, expect, it } from 'vitest';
import { decode } from '../wire/decode.ts';
import { fileOf, questionsOf, type TestDefinition, TestFile } from './test-file.ts';
import { defineTest, idsAcross } from './test-version.ts';

type Json = { readonly [key: string]: unknown };

const number = (prompt: string, change: Json = {}): Json => ({ kind: 'numeric', prompt, answer: 1, ...change });
const choice = (prompt: string, ...texts: string[]): Json => ({
  kind: 'single-choice',
  prompt,
  options: texts.map((text, index) => ({ text, correct: index === 0 })),
});

const read = (...questions: Json[]) => decode(TestFile, { name: 'Ids', duration: 9, sections: [{ name: 'One', questions }] });
const file = (...questions: Json[]): TestFile => {
  const result = read(...questions);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};
const test = (...questions: Json[]): TestDefinition => defineTest(file(...questions));
const after = (before: TestDefinition, ...questions: Json[]): TestDefinition => defineTest(file(...questions), before);
const idsOf = (definition: TestDefinition): string[] => questionsOf(definition).map(({ id }) => id);

describe('the id of a question', () => {
  it('is the one that its author wrote', () => {
    expect(idsOf(test(number('a', { id: 'first' }), number('b', { id: '2nd-of-all' })))).toEqual(['first', '2nd-of-all']);
  });

  it('is generated from what is asked when the author wrote none, the same in every test', () => {
    const ids = idsOf(test(number('a'), choice('a', 'x', 'y'), choice('a', 'x', 'z')));
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^q-[0-9a-z]{11}$/);
    expect(idsOf(test(choice('a', 'x', 'z'), number('a', { answer: 2, marks: 3 })))).toEqual([ids[2], ids[0]]);
    // Stored versions from before get theirs when they are read: another value here would rename their questions.
    expect(ids[0]).toBe('q-08ws6t455fw');
  });

  it('is numbered where the same is asked again, around ids that are taken', () => {
    const [id] = idsOf(test(number('a')));
    expect(idsOf(test(number('a'), number('a'), number('a')))).toEqual([id, `${id}-2`, `${id}-3`]);
    expect(idsOf(test(number('a'), number('b', { id: `${id}` }), number('a')))).toEqual([`${id}-2`, id, `${id}-3`]);
  });

  it.each([
    ['Typeof', 'must be lower-case letters, digits and dashes'],
    ['-a', 'begin with a letter or a digit'],
    ['a.b', 'must be lower-case letters, digits and dashes'],
    ['', 'must be lower-case letters, digits and dashes'],
    ['a'.repeat(65), 'at most 64'],
    [7, 'must be text: put it in quotes'],
  ])('is not %j', (id, rule) => {
    const result = read(number('a', { id }));
    expect(result.ok ? '' : result.error.message).toMatch(new RegExp(`^sections\\[0\\]\\.questions\\[0\\]\\.id: .*${rule}`));
  });

  it('stands once in a file: the second place is named, with the first', () => {
    const questions = [number('a', { id: 'one' }), number('b')];
    const sections = [
      { name: 'One', questions },
      { name: 'Two', questions: [number('c', { id: 'two' }), number('d', { id: 'one' })] },
    ];
    const result = decode(TestFile, { name: 'Ids', duration: 9, sections });
    expect(result.ok ? '' : result.error.message).toBe('sections[1].questions[1].id: is the id of sections[0].questions[0] too');
  });

  it('is written out in the file of a version, whose questions keep their ids', () => {
    const before = test(number('a'), number('a'), number('b', { id: 'mine' }));
    const written = fileOf(before, {});
    expect(written.sections[0]?.questions.map(({ id }) => id)).toEqual(idsOf(before));
    expect(defineTest(written)).toEqual(before);
  });
});

describe('an import without ids', () => {
  const before = test(number('a', { id: 'one' }), choice('b', 'x', 'y'), number('c', { id: 'three' }));
  const [one, two, three] = idsOf(before);

  it('recognizes questions whose key, marks or tolerance was corrected, in any order', () => {
    const corrected = [number('c', { answer: 2 }), choice('b', 'y', 'x'), number('a', { tolerance: 1, marks: 4, penalty: 1 })];
    expect(idsOf(after(before, ...corrected))).toEqual([three, two, one]);
  });

  it('recognizes a question with another option by its prompt, after those whose options are the same', () => {
    const several = test(choice('Which?', 'a', 'b'), choice('Which?', 'c', 'd'), choice('Which?', 'e', 'f'));
    const [first, second, third] = idsOf(several);
    expect(idsOf(after(several, choice('Which?', 'e', 'f'), choice('Which?', 'c', 'D'), choice('Which?', 'a', 'b')))).toEqual([
      third,
      second,
      first,
    ]);
  });

  it('gives new ids to what is asked otherwise, of another kind or once more', () => {
    const ids = idsOf(after(before, number('A'), { kind: 'text', prompt: 'c', answer: 'x' }, number('a'), number('a')));
    expect(ids[2]).toBe(one);
    for (const index of [0, 1, 3]) expect([one, two, three]).not.toContain(ids[index]);
    expect(new Set(ids).size).toBe(4);
  });

  it('takes the ids that are written first: nobody else gets them', () => {
    expect(idsOf(after(before, number('a'), number('new', { id: 'one' })))).toEqual([idsOf(test(number('a')))[0], 'one']);
  });

  it('generates no id that a removed question of the version before had', () => {
    const [generated = ''] = idsOf(test(number('a')));
    const named = test(number('other', { id: generated }));
    expect(idsOf(after(named, number('a')))).toEqual([`${generated}-2`]);
  });
});

describe('the ids of a version in a later one', () => {
  it('are those of the questions that the later one recognized', () => {
    const first = test(number('a'), number('b'), number('c'));
    const second = after(first, number('c', { answer: 5 }), number('a'));
    const [a, b, c] = idsOf(first);
    expect([...idsAcross(first, second)]).toEqual([
      [1, a],
      [2, b],
      [3, c],
    ]);
    expect(idsOf(second)).toEqual([c, a]);
  });

  it('follow an author who gives ids to questions that had generated ones', () => {
    const first = test(number('a'), choice('b', 'x', 'y'), number('gone'));
    const second = after(first, choice('b', 'x', 'z', 'y'), number('a'));
    const third = after(second, number('a', { id: 'first' }), choice('b', 'x', 'z', 'y', 'w'), number('new'));
    const [, , gone] = idsOf(first);
    const [named, kept] = idsOf(third);
    expect(named).toBe('first');
    expect([...idsAcross(first, third).values()]).toEqual(['first', kept, gone]);
  });

  it('do not follow one who replaces an id of their own', () => {
    const first = test(number('a', { id: 'old' }));
    expect(idsAcross(first, after(first, number('a', { id: 'new' })))).toEqual(new Map([[1, 'old']]));
  });
});
