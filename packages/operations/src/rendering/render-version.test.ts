import { randomBytes } from 'node:crypto';
import { prepareTest, questionsOf, type RenderedVersion, type StoredDefinition, TestFile } from '@assay/domain';
import { smallTest } from '@assay/testing';
import { describe, expect, it } from 'vitest';
import { openPicture } from './picture.ts';
import { type RenderJob, renderBounds } from './render-job.ts';
import { renderVersion } from './render-version.ts';

const pictureSecret = randomBytes(32);
const definitionOf = (prompts: readonly string[], options?: readonly string[]): string => {
  const texts = prompts.map((prompt) => ({ kind: 'text', prompt, answer: 'yes' }));
  const choice = options && [{ kind: 'multiple-choice', prompt: 'Which?', options: options.map((text) => ({ text, correct: true })) }];
  return prepareTest(TestFile.parse({ ...smallTest, sections: [{ name: 'All', questions: [...texts, ...(choice ?? [])] }] })).definition;
};
const render = (definition: string, beyond: RenderJob['beyond'] = 'refuse') => renderVersion({ definition, pictureSecret, beyond });
const rendered = (definition: string, beyond?: RenderJob['beyond']) => {
  const result = render(definition, beyond);
  if ('faults' in result) throw new Error(result.faults.join());
  const version: RenderedVersion = JSON.parse(result.version);
  return { ...result, ...version, sealed: result.pictures };
};
const faultsOf = (definition: string) => {
  const result = render(definition);
  return 'faults' in result ? result.faults : [];
};

const pixel = 'iVBORw0KGgo=';
const pixelAddress = `data:image/png;base64,${pixel}`;
/** Each character becomes five. */
const long = (of: string) => of.repeat(49_000 / of.length);

describe('what a version of a test is rendered to', () => {
  it('names the question whose HTML is too long', () => {
    const row = '|\n';
    const columns = 5000;
    const wide = `|${'a|'.repeat(columns)}\n|${'-|'.repeat(columns)}\n${row.repeat(10_000)}`;
    expect(faultsOf(definitionOf(['Short.', wide]))).toEqual([
      expect.stringMatching(
        new RegExp(`^sections\\[0\\]\\.questions\\[1\\]\\.prompt: gives \\d+ characters of HTML, and may give ${renderBounds.html}$`),
      ),
    ]);
  });

  it('names the question with which the HTML of all is too long', () => {
    const count = Math.ceil(renderBounds.htmlOfTest / (49_000 * 4));
    const [fault] = faultsOf(definitionOf(Array.from({ length: count + 2 }, () => long('<'))));
    expect(fault).toBe(
      `sections[0].questions[${Math.floor(renderBounds.htmlOfTest / (49_000 * 4 + 8))}].prompt: with it the texts of the test give more than ${renderBounds.htmlOfTest} characters of HTML`,
    );
  });

  it('is plain text, where a stored version is beyond a bound', () => {
    const count = Math.ceil(renderBounds.htmlOfTest / (49_000 * 4)) + 2;
    const { questions } = rendered(definitionOf(Array.from({ length: count }, () => long('<'))), 'plain');
    expect(questions).toHaveLength(count);
    expect(questions.at(-1)).toEqual({ prompt: {} });
    expect(questions[0]?.prompt.html).toMatch(/^<p>&lt;/);
    expect(rendered(definitionOf(['*a*']), 'all-plain').questions).toEqual([{ prompt: {} }]);
  });

  it('has no colours in a long block of code, and in none beyond those of the whole test', () => {
    const code = (length: number) => `~~~ts\n${'let a = 1;\n'.repeat(length / 11)}~~~`;
    expect(rendered(definitionOf([code(8000), code(9000)])).questions.map(({ prompt }) => /hljs/.test(prompt.html ?? ''))).toEqual([
      true,
      false,
    ]);
    const many = rendered(definitionOf(Array.from({ length: 70 }, () => code(8000)))).questions;
    const coloured = many.filter(({ prompt }) => /hljs/.test(prompt.html ?? '')).length;
    expect(coloured).toBe(Math.floor(renderBounds.highlighted / Math.floor(8000 / 11) / 11));
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
    const prompts = Array.from({ length: renderBounds.pictures + 1 }, (_, index) => `![p](data:image/png,${index})`);
    const questions = Array.from({ length: 11 }, (_, index) => prompts.slice(index * 100, index * 100 + 100).join(' ')).filter(
      (one) => one !== '',
    );
    expect(faultsOf(definitionOf(questions))).toEqual([
      `sections: the texts of a test have at most 1000 different pictures, and these have 1001`,
    ]);
  });

  it('says where it is', () => {
    const definition = definitionOf(['One', 'Two']);
    const places: string[] = [];
    renderVersion({ definition, pictureSecret, beyond: 'refuse' }, (section, index) => places.push(`${section}/${index}`));
    expect(places).toEqual(['0/0', '0/1']);
    const stored: StoredDefinition = JSON.parse(definition);
    expect(questionsOf(stored)).toHaveLength(2);
  });
});
