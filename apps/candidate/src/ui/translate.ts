import type { LoadedMessages, MessageKey } from '../i18n/index.ts';

export type Params = Readonly<Record<string, string | number>>;

const fill = (text: string, locale: string, params: Params): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = params[name];
    if (value === undefined) return placeholder;
    return typeof value === 'number' ? new Intl.NumberFormat(locale).format(value) : value;
  });

/**
 * The text of `key` with its `{placeholders}` filled, numbers in the digits of `locale` (BCP 47). A message with plural forms takes
 * the form for `params.count`.
 */
export const translate = (messages: LoadedMessages, locale: string, key: MessageKey, params: Params = {}): string => {
  const message = messages[key] ?? '';
  if (typeof message === 'string') return fill(message, locale, params);
  const form = new Intl.PluralRules(locale).select(Number(params.count ?? 0));
  return fill(message[form] ?? message.other, locale, params);
};

/** The text before and after its one `{placeholder}`, where an element is rendered. */
export const cutAt = (text: string, placeholder: string): readonly [before: string, after: string] => {
  const at = text.indexOf(`{${placeholder}}`);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + placeholder.length + 2)];
};
