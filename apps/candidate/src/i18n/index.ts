import { en, type Messages, type PluralForms } from './en.ts';
import type { TestMessages } from './test/en.ts';

export type { Messages } from './en.ts';
export type { TestMessages } from './test/en.ts';

export type MessageKey = keyof Messages | keyof TestMessages;

/** The texts that are loaded; until its code is, those of the test are missing. */
export type LoadedMessages = { readonly [Key in MessageKey]?: string | PluralForms };

/** The languages of the page, each by its own name, in the order of the menu. */
export const languages = [
  { code: 'en', name: 'English', dir: 'ltr' },
  { code: 'de', name: 'Deutsch', dir: 'ltr' },
  { code: 'es', name: 'Español', dir: 'ltr' },
  { code: 'fr', name: 'Français', dir: 'ltr' },
  { code: 'hi', name: 'हिन्दी', dir: 'ltr' },
  { code: 'ar', name: 'العربية', dir: 'rtl' },
  { code: 'ja', name: '日本語', dir: 'ltr' },
] as const;

export type Language = (typeof languages)[number]['code'];

const isLanguage = (code: string): code is Language => languages.some((one) => one.code === code);

const primary = (tag: string): string => tag.toLowerCase().split('-')[0] ?? '';

/** The first of `preferred` (BCP 47 tags) that the page has; English if there is none. */
export const chooseLanguage = (preferred: readonly string[]): Language => preferred.map(primary).find(isLanguage) ?? 'en';

/** The tag for dates and numbers: the candidate's own variant of the language (`de-AT`) where the browser has one. */
export const localeOf = (language: Language, preferred: readonly string[]): string =>
  preferred.find((tag) => primary(tag) === language) ?? language;

export const directionOf = (language: Language): 'ltr' | 'rtl' => languages.find(({ code }) => code === language)?.dir ?? 'ltr';

const files = import.meta.glob<Messages>(['./de.ts', './es.ts', './fr.ts', './hi.ts', './ar.ts', './ja.ts'], { import: 'messages' });

/** Loads the texts of one language; rejects if they cannot be loaded. */
export const loadMessages = async (language: Language): Promise<Messages> => (await files[`./${language}.ts`]?.()) ?? en;
