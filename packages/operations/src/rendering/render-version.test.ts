import { randomBytes } from 'node:crypto';
import { mostFaults, prepareTest, questionsOf, type StoredDefinition, TestFile, toEnd } from '@assay/domain';
import { smallTest } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { openPicture } from './picture.ts';
import { type RenderBounds, type RenderJob, renderBounds } from './render-job.ts';
import { renderVersion } from './render-version.ts';
import { readRendered } from './rendered-lines.ts';

const pictureSecret = randomBytes(32);
const definitionOf = (prompts: readonly string[], options?: readonly string[]): string => {
  const texts = prompts.map((prompt) => ({ kind: 'text', prompt, answer: 'yes' }));
  const choice = options && [{ kind: 'multiple-choice', prompt: 'Which?', options: options.map((text) => ({ text, correct: true })) }];
  return prepareTest(TestFile.parse({ ...smallTest, sections: [{ name: 'All', questions: [...texts, ...(choice ?? [])] }] })).definition;
};
/** The bounds with some that a small test reaches. */
type Lower = Partial<RenderBounds>;
const render = (definition: string, beyond: RenderJob['beyond'], lower: Lower = {}) =>
  renderVersion({ definition, pictureSecret, beyond }, { bounds: { ...renderBounds, ...lower } });
const rendered = (definition: string, beyond: RenderJob['beyond'] = 'refuse', lower?: Lower) => {
  const result = render(definition, beyond, lower);
  if ('faults' in result) throw new Error(result.faults.join());
  const version = toEnd(readRendered([result.version]));
  return { ...result, ...version, sealed: result.pictures };
};
const faultsOf = (definition: string, lower?: Lower) => {
  const result = render(definition, 'refuse', lower);
  return 'faults' in result ? result.faults : [];
};

const pixel = 'iVBORw0KGgo=';
const pixelAddress = `data:image/png;base64,${pixel}`;
describe('what a version of a test is rendered to', () => {
  it('names all questions whose HTML is too long', () => {
    const wide = `|${'a|'.repeat(20)}\n|${'-|'.repeat(20)}\n${'|\n'.repeat(20)}`;
    const faults = faultsOf(definitionOf([wide, 'Short.', wide]), { html: 2000 });
    expect(faults).toEqual(
      [0, 2].map((index) =>
        expect.stringMatching(
          new RegExp(`^sections\\[0\\]\\.questions\\[${index}\\]\\.prompt: gives \\d+ characters of HTML, and may give 2000$`),
        ),
      ),
    );
    expect(faultsOf(definitionOf(Array.from({ length: 30 }, () => 'long')), { html: 10 })).toHaveLength(mostFaults + 1);
  });

  it('names the first question with which the HTML of all is too long', () => {
    // Each character becomes four.
    const prompts = Array.from({ length: 5 }, () => '<'.repeat(100));
    expect(faultsOf(definitionOf(prompts), { htmlOfTest: 1000 })).toEqual([
      'sections[0].questions[2].prompt: with it the texts of the test give more than 1000 characters of HTML',
    ]);
    expect(faultsOf(definitionOf(prompts), { htmlOfTest: 3000 })).toEqual([]);
  });

  it('is plain text, where a stored version is beyond a bound', () => {
    const { questions } = rendered(definitionOf(['<', '<', '<']), 'plain', { htmlOfTest: 30 });
    expect(questions).toEqual([{ prompt: { html: '<p>&lt;</p>\n' } }, { prompt: { html: '<p>&lt;</p>\n' } }, { prompt: {} }]);
    expect(rendered(definitionOf(['*a*']), 'all-plain').questions).toEqual([{ prompt: {} }]);
  });

  it('has no colours in a long block of code, and in none beyond those of the whole test', () => {
    const code = (length: number) => `~~~ts\n${'let a = 1;\n'.repeat(length / 11)}~~~`;
    expect(rendered(definitionOf([code(8000), code(9000)])).questions.map(({ prompt }) => /hljs/.test(prompt.html ?? ''))).toEqual([
      true,
      false,
    ]);
    const short = Array.from({ length: 4 }, () => code(110));
    const many = rendered(definitionOf(short), 'refuse', { highlighted: 330 }).questions;
    expect(many.map(({ prompt }) => /hljs/.test(prompt.html ?? ''))).toEqual([true, true, true, false]);
  });

  it('has pictures once, encrypted, and their addresses in place of their bytes', () => {
    const prompt = `![one](${pixelAddress} "t") and ![again](<${pixelAddress}>) and ![by reference][p]\n\n[p]: ${pixelAddress}\n\n    ${'code'}`;
    const { questions, pictures, sealed } = rendered(definitionOf([prompt], [`![o](${pixelAddress})`, 'other']));
    expect(sealed).toHaveLength(1);
    const [one] = sealed;
    if (one === undefined) throw new Error('no picture');
    expect(openPicture(one)).toEqual(Buffer.from(pixel, 'base64'));
    expect(Buffer.from(one.sealed, 'base64').includes(Buffer.from(pixel, 'base64'))).toBe(false);
    expect(pictures).toEqual([
      { pictureId: one.pictureId, type: 'image/png', key: one.key, bytes: Buffer.from(one.sealed, 'base64').length },
    ]);
    expect(JSON.stringify(questions)).not.toContain('base64');
    const address = `pictures/${one.pictureId}`;
    expect(questions[0]?.prompt.html?.match(/<img src="[^"]*"/g)).toEqual(Array(3).fill(`<img src="${address}"`));
    expect(questions[0]?.prompt.text).toBe(
      `![one](${address} "t") and ![again](${address}) and ![by reference][p]\n\n[p]: ${address}\n\n    code`.trim(),
    );
    expect(questions[1]?.options?.[0]).toEqual({ html: `<img src="${address}" alt="o" />`, text: `![o](${address})` });
  });

  it('has other ids and keys for the same picture in another account', () => {
    const definition = definitionOf([`![one](${pixelAddress})`]);
    const [here] = rendered(definition).sealed;
    const [again] = rendered(definition).sealed;
    const elsewhere = renderVersion({ definition, pictureSecret: randomBytes(32), beyond: 'refuse' });
    expect(again).toEqual(here);
    if ('faults' in elsewhere) throw new Error('refused');
    expect(elsewhere.pictures[0]?.pictureId).not.toBe(here?.pictureId);
    expect(elsewhere.pictures[0]?.sealed).not.toBe(here?.sealed);
  });

  it('reads a picture that is written as text, and shows the words of one without bytes', () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>';
    const { sealed, questions } = rendered(
      definitionOf([`![s](data:image/svg+xml,${encodeURIComponent(svg)})`, '![empty](data:image/png;base64,)']),
    );
    expect(sealed.map((one) => [one.type, openPicture(one).toString()])).toEqual([['image/svg+xml', svg]]);
    expect(questions[1]?.prompt.html).toBe('<p>empty</p>\n');
  });

  it('refuses more pictures than a page can load', () => {
    const prompts = Array.from({ length: 4 }, (_, index) => `![p](data:image/png,${index})`);
    expect(faultsOf(definitionOf(prompts), { pictures: 3 })).toEqual([
      'sections: the texts of a test have at most 3 different pictures, and these have 4',
    ]);
  });

  it('says where it is', () => {
    const definition = definitionOf(['One', 'Two']);
    const places: string[] = [];
    renderVersion({ definition, pictureSecret, beyond: 'refuse' }, { onQuestion: (section, index) => places.push(`${section}/${index}`) });
    expect(places).toEqual(['0/0', '0/1']);
    const stored: StoredDefinition = JSON.parse(definition);
    expect(questionsOf(stored)).toHaveLength(2);
  });
});
