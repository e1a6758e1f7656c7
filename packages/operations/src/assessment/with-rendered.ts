import type { RenderedText, RenderedVersion, TakeQuestion } from '@assay/domain';

type Written = { readonly text: string; readonly html?: string };

const shown = (written: string, { html, text = written }: RenderedText = {}): Written => ({
  text,
  ...(html === undefined ? {} : { html }),
});

/** Adds prompts and options as safe HTML, and takes the bytes of pictures out of their texts. */
export const withRendered = (questions: readonly TakeQuestion[], version: RenderedVersion): TakeQuestion[] =>
  questions.map((question, index) => {
    const of = version.questions[index];
    const { text: prompt, ...html } = shown(question.prompt, of?.prompt);
    const rendered = { ...question, prompt, ...html };
    if (!('options' in rendered)) return rendered;
    return { ...rendered, options: rendered.options.map((option, place) => ({ ...option, ...shown(option.text, of?.options?.[place]) })) };
  });
