import { describe, expect, it } from 'vitest';
import { codeQuestion as code } from '../testing/code-question.ts';
import { type CodeLanguage, chooseLanguage, type Step, shownLanguage, shownText, type Written, writeText } from './drafts.ts';

const nothing: Written = { answer: null };

/** The record after a step, as core/answers.ts keeps it. */
const after = (written: Written, { drafts, effect }: Step): Written => {
  if (effect.type === 'answer') return { answer: effect.answer, drafts };
  if (effect.type === 'too-long') return { ...written, typed: { text: drafts.language, counts: false }, drafts };
  return { ...written, drafts };
};

const writing = (written: Written, text: string): Written => after(written, writeText(code, written, text));
const choosing = (written: Written, language: CodeLanguage): Written => after(written, chooseLanguage(code, written, language));
const shown = (written: Written) => {
  const language = shownLanguage(code, written);
  return [language, shownText(code, written, language)];
};

const tooLong = 'x'.repeat(65_537);

describe('the text of a language', () => {
  it('is its starter at first, empty without one', () => {
    expect(shown(nothing)).toEqual(['python', 'print()\n']);
    expect(shown(choosing(nothing, 'javascript'))).toEqual(['javascript', '']);
  });

  it('stays when another language is chosen, and is the same again', () => {
    const both = writing(choosing(writing(nothing, 'print(1)'), 'javascript'), 'console.log(1)');
    expect(shown(both)).toEqual(['javascript', 'console.log(1)']);
    expect(shown(choosing(both, 'python'))).toEqual(['python', 'print(1)']);
    expect(shown(choosing(choosing(both, 'python'), 'javascript'))).toEqual(['javascript', 'console.log(1)']);
  });

  it('that is blank stays blank: the starter does not come back by itself', () => {
    expect(shown(choosing(choosing(writing(nothing, ''), 'javascript'), 'python'))).toEqual(['python', '']);
  });

  it('is the answer where that is in the same language: it may come from another device', () => {
    const here = writing(nothing, 'print(1)');
    expect(shown({ ...here, answer: { language: 'python', source: 'print(2)' } })).toEqual(['python', 'print(2)']);
  });

  it('is found without drafts, on another device', () => {
    expect(shown({ answer: { language: 'javascript', source: 'f()' } })).toEqual(['javascript', 'f()']);
  });
});

describe('the answer', () => {
  it('is what was written last', () => {
    const both = writing(choosing(writing(nothing, 'print(1)'), 'javascript'), 'console.log(1)');
    expect(both.answer).toEqual({ language: 'javascript', source: 'console.log(1)' });
  });

  it('is none for the starter as it was given, and for a blank text', () => {
    expect(writing(nothing, 'print()\n  ').answer).toBe(null);
    expect(writing(writing(nothing, 'print(1)'), ' \n').answer).toBe(null);
  });

  it('stays in its language while one is looked at in which nothing is written, also when its starter is deleted there', () => {
    const python = writing(nothing, 'print(1)');
    expect(choosing(python, 'javascript').answer).toBe(python.answer);
    expect(writing(choosing(python, 'javascript'), ' ').answer).toBe(python.answer);
  });

  it('is the text of the language that is chosen, where something was written', () => {
    const both = writing(choosing(writing(nothing, 'print(1)'), 'javascript'), 'console.log(1)');
    expect(choosing(both, 'python').answer).toEqual({ language: 'python', source: 'print(1)' });
  });

  it('stays when a text is too long; that text stays too, also through another language', () => {
    const before = writing(nothing, 'print(1)');
    const long = writing(before, tooLong);
    expect(long).toMatchObject({ answer: before.answer, typed: { text: 'python', counts: false } });
    expect(shown(long)).toEqual(['python', tooLong]);
    expect(shown(choosing(choosing(long, 'javascript'), 'python'))).toEqual(['python', tooLong]);
    const moved = writing(choosing(long, 'javascript'), 'console.log(1)');
    expect(moved.answer).toEqual({ language: 'javascript', source: 'console.log(1)' });
    expect(shown(choosing(moved, 'python'))).toEqual(['python', tooLong]);
  });

  it('is bounded in bytes of UTF-8, not in characters', () => {
    expect(writeText(code, nothing, 'é'.repeat(32_768)).effect.type).toBe('answer');
    expect(writeText(code, nothing, 'é'.repeat(32_769)).effect.type).toBe('too-long');
  });
});

describe('the program that a language offers to begin with', () => {
  const known = { ...code, ofLanguages: { javascript: 'read();\n' } };
  const inJavaScript = choosing(nothing, 'javascript');

  it('is no answer until it is changed', () => {
    const inserted = after(inJavaScript, writeText(known, inJavaScript, 'read();\n'));
    expect(inserted.answer).toBeNull();
    expect(shown(inserted)).toEqual(['javascript', 'read();\n']);
    expect(after(inserted, writeText(known, inserted, 'read(1);\n')).answer).toEqual({ language: 'javascript', source: 'read(1);\n' });
  });

  it('leaves the answer in another language', () => {
    const written = choosing(writing(nothing, 'print(1)'), 'javascript');
    expect(after(written, writeText(known, written, 'read();\n')).answer).toEqual({ language: 'python', source: 'print(1)' });
  });

  it('never stands in the editor by itself', () => {
    expect(shownText(known, inJavaScript, 'javascript')).toBe('');
  });
});
