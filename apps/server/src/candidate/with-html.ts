import type { AttemptState, TakeQuestion } from '@assay/domain';
import { LRUCache } from 'lru-cache';
import { renderMarkdown, renderOption } from './markdown.ts';

// Every candidate of a test is sent the same texts; rendering one costs more than sending it.
const rendered = new LRUCache<string, string>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: (html, text) => html.length + text.length + 1,
});

const cached = (kind: string, text: string, render: (text: string) => string): string => {
  const key = `${kind}${text}`;
  const known = rendered.get(key);
  if (known !== undefined) return known;
  const html = render(text);
  rendered.set(key, html);
  return html;
};

/** A question with what the page shows of it: prompt and options as safe HTML. */
export const questionHtml = (question: TakeQuestion): TakeQuestion => ({
  ...question,
  html: cached('prompt ', question.prompt, renderMarkdown),
  ...(question.options === undefined
    ? {}
    : { options: question.options.map((option) => ({ ...option, html: cached('option ', option.text, renderOption) })) }),
});

export const withHtml = (state: AttemptState): AttemptState =>
  state.questions === undefined ? state : { ...state, questions: state.questions.map(questionHtml) };
