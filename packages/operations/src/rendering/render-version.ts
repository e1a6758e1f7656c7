import type { RenderedText, RenderedVersion, SealedPicture, StoredDefinition } from '@assay/domain';
import { type Rendering, renderMarkdown, renderOption } from './markdown.ts';
import { sealPicture } from './picture.ts';
import { type RenderJob, type RenderResult, renderBounds } from './render-job.ts';

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

const createRenderer = ({ pictureSecret, beyond }: RenderJob) => {
  const pictures = createPictures(pictureSecret);
  const left: Budget = { html: renderBounds.htmlOfTest, time: renderBounds.timeOfTest, highlightable: renderBounds.highlighted };
  const faults: string[] = [];

  const faultOf = (html: string, took: number): string | undefined => {
    if (html.length > renderBounds.html) return `gives ${html.length} characters of HTML, and may give ${renderBounds.html}`;
    if (html.length > left.html) return `with it the texts of the test give more than ${renderBounds.htmlOfTest} characters of HTML`;
    if (took > renderBounds.time) return `takes more than ${renderBounds.time / 1000} s of processor time to render`;
    if (took > left.time)
      return `with it the texts of the test take more than ${renderBounds.timeOfTest / 1000} s of processor time to render`;
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
  return { render, faults, pictures: pictures.list };
};

/** Renders all prompts and options. `onQuestion` is called before each, with its place in the file. */
export const renderVersion = (job: RenderJob, onQuestion: (section: number, index: number) => void = () => undefined): RenderResult => {
  const definition: StoredDefinition = JSON.parse(job.definition);
  const { render, faults, pictures } = createRenderer(job);
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
      // The first text beyond a sum would be followed by all others.
      if (refuses && faults.length > 0) return { faults };
    }
  const found = pictures();
  if (refuses && found.length > renderBounds.pictures)
    return {
      faults: [`sections: the texts of a test have at most ${renderBounds.pictures} different pictures, and these have ${found.length}`],
    };
  const version: RenderedVersion = { questions, pictures: found.map(({ sealed: _, ...picture }) => picture) };
  return { version: JSON.stringify(version), pictures: found };
};
