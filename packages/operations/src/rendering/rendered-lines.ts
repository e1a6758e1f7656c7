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

const linesIn = function* (pieces: readonly string[]): Generator<string> {
  let before = '';
  for (const piece of pieces) {
    const [first = '', ...lines] = piece.split('\n');
    before += first;
    for (const line of lines) {
      yield before;
      before = line;
    }
  }
  yield before;
};

/** Of a text in pieces. Gives way after every line. */
export const readRendered = function* (pieces: readonly string[]): Generator<void, RenderedVersion> {
  let pictures: string | undefined;
  const questions: Read[] = [];
  for (const line of linesIn(pieces)) {
    if (pictures === undefined) {
      pictures = line;
      continue;
    }
    const { isOption, ...text }: Line = JSON.parse(line);
    const question = questions.at(-1);
    if (isOption !== true || question === undefined) questions.push({ prompt: text });
    else if (question.options === undefined) question.options = [text];
    else question.options.push(text);
    yield;
  }
  return { questions, pictures: JSON.parse(pictures ?? '[]') };
};
