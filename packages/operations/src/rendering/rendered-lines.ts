import type { RenderedText, RenderedVersion } from '@assay/domain';

type Line = RenderedText & { readonly isOption?: true };

const linesOf = ({ prompt, options = [] }: RenderedVersion['questions'][number]): readonly Line[] => [
  prompt,
  ...options.map((option): Line => ({ ...option, isOption: true })),
];

/** As a version is stored: its pictures, then each text, as a line of JSON each. All as one text takes 50 ms to parse. */
export const writeRendered = ({ questions, pictures }: RenderedVersion): string =>
  [pictures, ...questions.flatMap(linesOf)].map((line) => JSON.stringify(line)).join('\n');

type Read = { readonly prompt: RenderedText; options?: RenderedText[] };

/** Gives way after every text. */
export const readRendered = function* (content: string): Generator<void, RenderedVersion> {
  const [pictures = '[]', ...lines] = content.split('\n');
  const questions: Read[] = [];
  for (const line of lines) {
    const { isOption, ...text }: Line = JSON.parse(line);
    const question = questions.at(-1);
    if (isOption !== true || question === undefined) questions.push({ prompt: text });
    else if (question.options === undefined) question.options = [text];
    else question.options.push(text);
    yield;
  }
  return { questions, pictures: JSON.parse(pictures) };
};
