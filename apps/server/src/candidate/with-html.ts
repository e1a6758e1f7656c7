import type { AttemptState, TakeQuestion } from '@assay/domain';
import { LRUCache } from 'lru-cache';

// All candidates of a test get the same texts, and rendering a text costs more than sending it.
const rendered = new LRUCache<string, string>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: (html, text) => html.length + text.length + 1,
});

// Loaded with the first questions: the highlighter's languages take 50 ms, which every start would pay.
const loadMarkdown = () => import('./markdown.ts');
type Markdown = Awaited<ReturnType<typeof loadMarkdown>>;

const cached = (kind: string, text: string, render: (text: string) => string): string => {
  const key = `${kind}${text}`;
  const known = rendered.get(key);
  if (known !== undefined) return known;
  const html = render(text);
  rendered.set(key, html);
  return html;
};

const questionHtml = (question: TakeQuestion, { renderMarkdown, renderOption }: Markdown): TakeQuestion => ({
  ...question,
  html: cached('prompt ', question.prompt, renderMarkdown),
  ...(question.options === undefined
    ? {}
    : { options: question.options.map((option) => ({ ...option, html: cached('option ', option.text, renderOption) })) }),
});

/** Adds prompts and options as safe HTML. */
export const questionsWithHtml = async (questions: readonly TakeQuestion[]): Promise<TakeQuestion[]> => {
  const markdown = await loadMarkdown();
  return questions.map((question) => questionHtml(question, markdown));
};

export const withHtml = async (state: AttemptState): Promise<AttemptState> =>
  state.questions === undefined ? state : { ...state, questions: await questionsWithHtml(state.questions) };
