import { describe, expect, it } from 'vitest';
import { en } from '../i18n/en.ts';
import { chooseLanguage, directionOf, loadMessages, localeOf } from '../i18n/index.ts';
import { testEn } from '../i18n/test/en.ts';
import { cutAt, translate } from './translate.ts';

describe('translate', () => {
  it('fills every placeholder with its value', () => {
    expect(translate(testEn, 'en', 'section.answered', { answered: 3, total: 12 })).toBe('3 of 12 answered');
  });

  it('uses the plural form of the count, also for fractions', () => {
    expect(translate(testEn, 'en', 'question.marks', { count: 1 })).toBe('1 mark');
    expect(translate(testEn, 'en', 'question.marks', { count: 0.5 })).toBe('0.5 marks');
  });

  it('formats numbers by the locale', () => {
    expect(translate(testEn, 'de-DE', 'text.count', { count: 1234, limit: 20_000 })).toBe('1.234 of 20.000 characters');
  });

  it('falls back on the form `other` where a language lacks the chosen one', () => {
    const messages = { ...en, questions: { other: '{count} fragen' } };
    expect(translate(messages, 'en', 'questions', { count: 1 })).toBe('1 fragen');
  });

  it('does not read values as placeholders or patterns', () => {
    expect(translate(en, 'en', 'before.greeting', { name: '{name} $& $1' })).toBe('Hello {name} $& $1,');
  });
});

describe('cutAt', () => {
  it('gives the text around the placeholder', () => {
    expect(cutAt('Ask {contact} now', 'contact')).toEqual(['Ask ', ' now']);
    expect(cutAt('Ask them', 'contact')).toEqual(['Ask them', '']);
  });
});

describe('languages', () => {
  it('chooses the first preferred language that the page has, of any region', () => {
    expect(chooseLanguage(['pt-BR', 'de-AT', 'en'])).toBe('de');
    expect(chooseLanguage(['pt-BR'])).toBe('en');
    expect(chooseLanguage([])).toBe('en');
  });

  it("keeps the candidate's own variant for dates and numbers", () => {
    expect(localeOf('en', ['de', 'en-GB'])).toBe('en-GB');
    expect(localeOf('ja', ['de', 'en-GB'])).toBe('ja');
  });

  it('reads Arabic from right to left', () => {
    expect(directionOf('ar')).toBe('rtl');
    expect(directionOf('hi')).toBe('ltr');
  });

  it('needs no loading for English', async () => {
    expect(await loadMessages('en')).toBe(en);
  });
});
