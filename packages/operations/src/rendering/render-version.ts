import { mostFaults, type RenderedText, type RenderedVersion, type SealedPicture, type StoredDefinition } from '@assay/domain';
import { largestPart, shareAlways, shareText, textOf } from './large-text.ts';
import { type Rendering, renderMarkdown, renderOption } from './markdown.ts';
import { sealPicture } from './picture.ts';
import { type RenderBounds, type RenderJob, type RenderResult, renderBounds, type Written } from './render-job.ts';
import { writeRendered } from './rendered-lines.ts';

/** Milliseconds of processor time of this thread: what others do on the machine does not count. */
const processorTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

type Text = { readonly path: string; readonly text: string; readonly render: typeof renderMarkdown };

/** The pictures of a test, each once. */
const createPictures = (secret: Uint8Array) => {
  const bySource = new Map<string, SealedPicture | undefined>();
  const byId = new Map<number, SealedPicture>();
  return {
    addressOf: (source: string): string | undefined => {
      const picture = bySource.has(source) ? bySource.get(source) : sealPicture(source, secret);
      bySource.set(source, picture);
      if (picture === undefined) return undefined;
      byId.set(picture.pictureId, picture);
      return `pictures/${picture.pictureId}`;
    },
    list: () => [...byId.values()],
  };
};

/** The text with the addresses of its pictures in place of their bytes. */
const withAddresses = (text: string, { written, addressOf }: Rendering): string =>
  [...written]
    .sort(([a], [b]) => b.length - a.length)
    .reduce((shorter, [source, address]) => shorter.replaceAll(source, () => addressOf(address) ?? source), text);

type Budget = { html: number; time: number; highlightable: number };

const createRenderer = ({ pictureSecret, beyond }: RenderJob, bounds: RenderBounds) => {
  const pictures = createPictures(pictureSecret);
  const left: Budget = { html: bounds.htmlOfTest, time: bounds.timeOfTest, highlightable: bounds.highlighted };
  const faults: string[] = [];
  let isSpent = false;

  const faultOf = (html: string, took: number): string | undefined => {
    if (html.length > bounds.html) return `gives ${html.length} characters of HTML, and may give ${bounds.html}`;
    if (took > bounds.time) return `takes more than ${bounds.time / 1000} s of processor time to render`;
    isSpent = html.length > left.html || took > left.time;
    if (html.length > left.html) return `with it the texts of the test give more than ${bounds.htmlOfTest} characters of HTML`;
    if (took > left.time) return `with it the texts of the test take more than ${bounds.timeOfTest / 1000} s of processor time to render`;
    return undefined;
  };
  const render = ({ path, text, render: toHtml }: Text): RenderedText => {
    if (beyond === 'all-plain' || left.time <= 0) return {};
    const rendering: Rendering = { addressOf: pictures.addressOf, highlightable: left.highlightable, written: new Map() };
    const from = processorTime();
    const html = toHtml(text, rendering);
    const took = processorTime() - from;
    const fault = faultOf(html, took);
    left.time -= took;
    left.highlightable = rendering.highlightable;
    if (fault !== undefined) {
      faults.push(`${path}: ${fault}`);
      return {};
    }
    left.html -= html.length;
    return rendering.written.size === 0 ? { html } : { html, text: withAddresses(text, rendering) };
  };
  /** The first text beyond a sum would be followed by all others. */
  const isRefused = (): boolean => isSpent || faults.length > mostFaults;
  return { render, faults, isRefused, pictures: pictures.list };
};

type Options = {
  /** Called before each question, with its place in the file. */
  readonly onQuestion?: (section: number, index: number) => void;
  readonly bounds?: RenderBounds;
};

/** Renders all prompts and options. */
export const renderVersion = (job: RenderJob, { onQuestion = () => undefined, bounds = renderBounds }: Options = {}): Written => {
  const definition: StoredDefinition = JSON.parse(textOf(job.definition));
  const { render, faults, isRefused, pictures } = createRenderer(job, bounds);
  const refuses = job.beyond === 'refuse';
  const questions: RenderedVersion['questions'][number][] = [];
  for (const [section, { questions: ofSection }] of definition.sections.entries())
    for (const [index, question] of ofSection.entries()) {
      onQuestion(section, index);
      const path = `sections[${section}].questions[${index}]`;
      const prompt = render({ path: `${path}.prompt`, text: question.prompt, render: renderMarkdown });
      const options =
        'options' in question
          ? question.options.map(({ text }, option) => render({ path: `${path}.options[${option}].text`, text, render: renderOption }))
          : undefined;
      questions.push({ prompt, ...(options === undefined ? {} : { options }) });
      if (refuses && isRefused()) return { faults };
    }
  const found = pictures();
  if (found.length > bounds.pictures)
    faults.push(`sections: the texts of a test have at most ${bounds.pictures} different pictures, and these have ${found.length}`);
  if (refuses && faults.length > 0) return { faults };
  const version: RenderedVersion = { questions, pictures: found.map(({ sealed: _, ...picture }) => picture) };
  return { version: writeRendered(version), pictures: found };
};

/** The same as it is stored. Pictures of megabytes are texts of their own. */
export const renderShared = (job: RenderJob, options?: Options): RenderResult => {
  const rendered = renderVersion(job, options);
  if ('faults' in rendered) return rendered;
  const { version, pictures } = rendered;
  const isLarge = pictures.reduce((sum, { sealed }) => sum + sealed.length, 0) > largestPart;
  return {
    version: shareText(version),
    pictures: isLarge ? pictures.map((picture) => ({ ...picture, sealed: shareAlways(picture.sealed) })) : pictures,
  };
};
