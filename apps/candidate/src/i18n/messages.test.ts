import { describe, expect, it } from 'vitest';
import { en as firstEn } from './en.ts';
import { type Language, type LoadedMessages, languages, loadMessages, type MessageKey } from './index.ts';
import { testEn } from './test/en.ts';
import { loadTestMessages } from './test-messages.ts';

type Text = { readonly key: string; readonly form: string | null; readonly text: string };
type Translated = Exclude<Language, 'en'>;

const en = { ...firstEn, ...testEn };
const loadAll = async (language: Language) => ({ ...(await loadMessages(language)), ...(await loadTestMessages(language)) });

const textsOf = (messages: LoadedMessages): readonly Text[] =>
  Object.entries(messages).flatMap(([key, message]): readonly Text[] =>
    typeof message === 'string'
      ? [{ key, form: null, text: message }]
      : Object.entries(message).map(([form, text]) => ({ key, form, text })),
  );

const placeholdersOf = (text: string): readonly string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort();

const english = textsOf(en);

const source = (key: string): string => english.findLast((one) => one.key === key)?.text ?? '';

/** The messages that break a rule, as `key (form): text`, so that a failure names them. */
const breaking = (texts: readonly Text[], rule: (one: Text) => boolean): readonly string[] =>
  texts.filter((one) => !rule(one)).map(({ key, form, text }) => `${key}${form === null ? '' : ` (${form})`}: ${text}`);

/** Counts that can occur: whole, in half and quarter marks, and large. */
const counts = [...Array(1001).keys(), 0.25, 0.5, 0.75, 1.5, 2.5, 10.5, 1_000_000, 2_000_000];

/** Forms for one count only (`two` in Arabic) may use a word for it; others must have the number. */
const namesOneCount = (language: Language, form: string): boolean => {
  const rules = new Intl.PluralRules(language);
  return counts.filter((count) => rules.select(count) === form).length === 1;
};

/** Words that are the same in English. No other message may equal the English one. */
const sameAsEnglish: Readonly<Record<Translated, readonly MessageKey[]>> = {
  de: ['check.ok', 'check.problem', 'language.version'],
  es: [],
  fr: ['before.questions', 'before.section', 'before.sections', 'check.ok', 'code.schema', 'language.version', 'questions'],
  hi: [],
  ar: [],
  ja: [],
};

/** Languages with a script of their own: every text has some of its letters. */
const scripts = [
  { code: 'hi', script: /\p{Script=Devanagari}/u },
  { code: 'ar', script: /\p{Script=Arabic}/u },
  { code: 'ja', script: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u },
] as const;

/** The most columns a label may take where a 320 px wide page leaves little room; a wide character takes two. */
const narrow: Readonly<Record<string, number>> = {
  'before.questions': 12,
  'submit.open': 12,
  'question.previous': 12,
  'question.next': 12,
  'question.flag': 16,
  'question.clear': 20,
  'time.left': 18,
  'save.retry': 16,
  'save.offline': 48,
  'save.memory': 48,
  'save.invalid': 44,
  'before.start': 24,
  'before.continue': 24,
  'check.camera.button': 24,
  'completed.go': 24,
  'completed.stay': 24,
  'join.submit': 24,
  'confirm.submit': 24,
  'submit.back': 24,
  'submit.confirm': 24,
  'takenOver.here': 24,
  'unreachable.retry': 24,
} satisfies Partial<Record<MessageKey, number>>;

const columnsOf = (text: string, language: Language): number =>
  [...new Intl.Segmenter(language).segment(text)].reduce(
    (sum, { segment }) => sum + (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー：、。]/u.test(segment) ? 2 : 1),
    0,
  );

const all = await Promise.all(languages.map(async ({ code }) => ({ code, messages: await loadAll(code) })));
const translations = all.flatMap(({ code, messages }) => (code === 'en' ? [] : [{ code, messages }]));
const textsIn = async (language: Language): Promise<readonly Text[]> => textsOf(await loadAll(language));

describe.each(all)('messages in $code', ({ code, messages }) => {
  const texts = textsOf(messages);

  it('have exactly the plural forms that numbers of the language can choose', () => {
    const categories = [...new Intl.PluralRules(code).resolvedOptions().pluralCategories].sort();
    const wrong = Object.entries(messages).filter(
      ([, message]) => typeof message !== 'string' && Object.keys(message).sort().join() !== categories.join(),
    );
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  it('are plain texts without spaces at the ends, double spaces, line breaks, HTML or Markdown', () => {
    expect(breaking(texts, ({ text }) => text !== '' && text === text.trim() && !/\s\s|[\n\r\t]/.test(text))).toEqual([]);
    expect(breaking(texts, ({ text }) => !/[<>`*_[\]]|&#?\w+;/.test(text))).toEqual([]);
  });

  it('use typographic quotes, apostrophes and ellipses', () => {
    expect(breaking(texts, ({ text }) => !/["']|\.\.\./.test(text))).toEqual([]);
  });

  it('have labels that fit a narrow page', () => {
    expect(breaking(texts, ({ key, text }) => columnsOf(text, code) <= (narrow[key] ?? Number.POSITIVE_INFINITY))).toEqual([]);
  });

  it('distinguish sending the answers from submitting the test', () => {
    expect(messages['save.retry']).not.toBe(messages['submit.open']);
  });
});

describe.each(translations)('translation to $code', ({ code, messages }) => {
  const texts = textsOf(messages);

  it('has every key of English and no other, with plural forms where English has them', () => {
    const shape = (of: object) =>
      Object.entries(of)
        .map(([key, message]) => `${key}: ${typeof message}`)
        .sort();
    expect(shape(messages)).toEqual(shape(en));
  });

  it('has the placeholders of English in each message and each of its forms', () => {
    const wanted = ({ key, form, text }: Text): readonly string[] => {
      const names = placeholdersOf(source(key));
      const spoken = form !== null && namesOneCount(code, form) && !text.includes('{count}');
      return spoken ? names.filter((name) => name !== 'count') : names;
    };
    expect(breaking(texts, (one) => placeholdersOf(one.text).join() === wanted(one).join())).toEqual([]);
    expect(breaking(texts, ({ text }) => !/[{}]/.test(text.replace(/\{\w+\}/g, '')))).toEqual([]);
  });

  it('leaves nothing in English except words that are the same', () => {
    const same = texts.filter(({ key, text }) => english.some((one) => one.key === key && one.text === text)).map(({ key }) => key);
    expect([...new Set(same)].sort()).toEqual([...sameAsEnglish[code]]);
  });

  it('ends sentences where English does, and labels without a full stop', () => {
    const ends = (text: string) => /[.,:?!…।。：？،؟]$/u.test(text);
    expect(breaking(texts, ({ key, text }) => ends(text) === ends(source(key)))).toEqual([]);
  });
});

describe('scripts', () => {
  it.each(scripts)('$code is written in its own script', async ({ code, script }) => {
    expect(breaking(await textsIn(code), ({ text }) => script.test(text))).toEqual([]);
  });

  it('Arabic isolates names and addresses of either direction', async () => {
    const rest = (text: string) => text.replace(/\u2068\{\w+\}\u2069/g, '');
    const texts = await textsIn('ar');
    expect(breaking(texts, ({ text }) => !/\{(?:organization|name|email|host|message)\}|[\u2066-\u2069]/.test(rest(text)))).toEqual([]);
  });

  it('Arabic begins with Arabic letters, so that direction by first letter is right to left', async () => {
    const first = (text: string) => /\p{L}/u.exec(text)?.[0] ?? '';
    const texts = (await textsIn('ar')).map((one) => ({ ...one, text: one.text.replaceAll('{count}', '3') }));
    expect(breaking(texts, ({ text }) => /\p{Script=Arabic}/u.test(first(text)))).toEqual([]);
  });

  it('French keeps high punctuation on the line of its word', async () => {
    expect(breaking(await textsIn('fr'), ({ text }) => !/(?<!\u00a0):|(?<!\u202f)[;?!]/u.test(text))).toEqual([]);
  });
});
