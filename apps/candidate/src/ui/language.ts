import { signal } from '@preact/signals';
import { en } from '../i18n/en.ts';
import {
  chooseLanguage,
  directionOf,
  type Language,
  type LoadedMessages,
  loadMessages,
  localeOf,
  type MessageKey,
  type TestMessages,
} from '../i18n/index.ts';
import { recall, remember } from './running/remembered.ts';
import { type Params, translate } from './translate.ts';

type Current = { readonly language: Language; readonly locale: string; readonly dir: 'ltr' | 'rtl'; readonly messages: LoadedMessages };

const current = signal<Current>({ language: 'en', locale: localeOf('en', navigator.languages), dir: 'ltr', messages: en });

let loadMore: ((language: Language) => Promise<TestMessages>) | undefined;

const show = async (language: Language): Promise<void> => {
  const messages = { ...(await loadMessages(language)), ...(await loadMore?.(language)) };
  const dir = directionOf(language);
  current.value = { language, locale: localeOf(language, navigator.languages), dir, messages };
  document.documentElement.lang = language;
  document.documentElement.dir = dir;
};

/** Loads the candidate's language before the first render; the page stays in English if the texts cannot be loaded. */
export const startLanguage = (): Promise<void> =>
  show(chooseLanguage([...[recall('language') ?? []].flat(), ...navigator.languages])).catch(() => show('en'));

/** Switches the page to `language` and remembers it; without effect if the texts cannot be loaded. */
export const switchLanguage = (language: Language): Promise<void> =>
  show(language).then(
    () => remember('language', language),
    () => undefined,
  );

/** Adds the texts of the test itself, now and in each language that the page is switched to. Rejects if they cannot be loaded. */
export const addTestMessages = async (load: NonNullable<typeof loadMore>): Promise<void> => {
  await load(current.peek().language);
  loadMore = load;
  await show(current.peek().language);
};

/** The text of `key` in the language of the page. Reactive, like the functions below: call while rendering. */
export const t = (key: MessageKey, params?: Params): string => translate(current.value.messages, current.value.locale, key, params);

export const language = (): Language => current.value.language;
export const locale = (): string => current.value.locale;
export const dir = (): 'ltr' | 'rtl' => current.value.dir;
