import { signal } from '@preact/signals';
import { en } from '../i18n/en.ts';
import { chooseLanguage, directionOf, type Language, loadMessages, localeOf, type MessageKey, type Messages } from '../i18n/index.ts';
import { recall, remember } from './remembered.ts';
import { type Params, translate } from './translate.ts';

type Spoken = { readonly language: Language; readonly locale: string; readonly dir: 'ltr' | 'rtl'; readonly messages: Messages };

const spoken = signal<Spoken>({ language: 'en', locale: localeOf('en', navigator.languages), dir: 'ltr', messages: en });

const speak = async (language: Language): Promise<void> => {
  const messages = await loadMessages(language);
  const dir = directionOf(language);
  spoken.value = { language, locale: localeOf(language, navigator.languages), dir, messages };
  document.documentElement.lang = language;
  document.documentElement.dir = dir;
};

/** Loads the candidate's language before the first render; English stays when its texts cannot be loaded. */
export const startLanguage = (): Promise<void> =>
  speak(chooseLanguage([...[recall('language') ?? []].flat(), ...navigator.languages])).catch(() => speak('en'));

/** Switches the page to `language` and remembers it; the page stays as it is while the texts cannot be loaded. */
export const switchLanguage = (language: Language): Promise<void> =>
  speak(language).then(
    () => remember('language', language),
    () => undefined,
  );

/** The text of `key` in the language of the page. Reactive, as are all below: call while rendering. */
export const t = (key: MessageKey, params?: Params): string => translate(spoken.value.messages, spoken.value.locale, key, params);

export const language = (): Language => spoken.value.language;
export const locale = (): string => spoken.value.locale;
export const dir = (): 'ltr' | 'rtl' => spoken.value.dir;
