import { expect } from 'vitest';
import { expectNoAxeFindings } from '../browser/support/axe.ts';
import { describeInBrowser, it } from '../browser/support/browser.ts';
import { mintCandidate } from '../browser/support/mint.ts';
import { testPageOf } from '../browser/support/test-page.ts';
import { expectNoSidewaysScroll } from './support/fits.ts';

const redDot =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==';
const word = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(3);
const longName = word.slice(0, 160);
const wideCode = `const answer = ${Array.from({ length: 60 }, (_, index) => `term${index}`).join(' + ')};`;

const prompts = [
  `# Read this first\n\nSome \`inline\` code, then:\n\n\`\`\`ts\n// a comment\nconst two: number = 1 + 1;\n${wideCode}\n\`\`\``,
  `| operator | meaning | ${word} |\n| --- | --- | --- |\n| \`===\` | strictly equal | 1 |\n| \`==\` | equal | 2 |`,
  `A dot: ![a red dot](${redDot})\n\nFrom elsewhere: ![a spy](https://spy.example/pixel.png) and ![another](HTTPS://spy.example/x.svg)\n\n![no scheme](//spy.example/y.svg)`,
  [
    '<script>globalThis.pwned = "script"</script>',
    '<img src=x onerror="globalThis.pwned = \'image\'">',
    '<iframe src="https://spy.example"></iframe>',
    '<style>body { display: none }</style>',
    '[a link](javascript:globalThis.pwned="link") and [data](data:text/html,<script>1</script>)',
    '![x](data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIG9ubG9hZD0iZ2xvYmFsVGhpcy5wd25lZD0xIi8+)',
  ].join('\n\n'),
  'See [the manual](https://manual.example/page) or <mailto:help@acme.example>.',
  `${word}\n\nhttps://long.example/${'a/'.repeat(200)}`,
];

const options = [
  { text: '<b onclick="globalThis.pwned = 1">bold?</b>', correct: true },
  { text: '<img src=x onerror="globalThis.pwned = \'option\'">' },
  { text: word },
  { text: 'three\nlines of\noption' },
];

const file = {
  name: `Prompts & <b>names</b> ${longName}`,
  duration: 30,
  sections: [
    { name: `<i>Section</i> ${longName}`, questions: prompts.map((prompt) => ({ kind: 'single-choice', prompt, options })) },
    { name: 'Second', questions: [{ kind: 'text', prompt: 'Anything', answer: 'x' }] },
  ],
};

describeInBrowser('a prompt', {}, () => {
  it.for([{ width: 1280 }, { width: 320 }])(
    'is Markdown with code in colours and nothing that acts, at $width px',
    async ({ width }, { open, service }) => {
      const { takeUrl } = await mintCandidate(service, { file });
      const { page } = await open({ viewport: { width, height: 800 } });
      const test = testPageOf(page);
      const prose = page.locator('article .question-text > .prose');
      const pwned = () => page.evaluate(() => Reflect.get(globalThis, 'pwned'));
      await test.open(takeUrl);
      await test.start();

      await prose.getByRole('heading', { level: 3, name: 'Read this first' }).waitFor();
      const code = prose.locator('pre code');
      expect(await code.locator('.hljs-keyword').first().textContent()).toBe('const');
      expect(await code.locator('.hljs-comment').textContent()).toBe('// a comment');
      const colour = (selector: string) =>
        code
          .locator(selector)
          .first()
          .evaluate((element) => getComputedStyle(element).color);
      expect(await colour('.hljs-keyword')).not.toBe(await code.evaluate((element) => getComputedStyle(element).color));
      expect(await prose.locator('pre').evaluate((pre) => [pre.scrollWidth > pre.clientWidth, pre.tabIndex])).toEqual([true, 0]);
      await expectNoSidewaysScroll(page, 'code');
      // Options are inert text as well.
      await page.getByText('<b onclick="globalThis.pwned = 1">bold?</b>').waitFor();
      await page.getByRole('radio', { name: /bold\?/ }).check();
      expect(await pwned()).toBeUndefined();
      await test.next();

      await test.shows(2);
      expect(await prose.getByRole('columnheader').allTextContents()).toEqual(['operator', 'meaning', word]);
      await expectNoSidewaysScroll(page, 'table');
      await test.next();

      await test.shows(3);
      await expect
        .poll(() =>
          prose
            .getByRole('img')
            .evaluateAll((images) => images.map((image) => [image.getAttribute('alt'), (image as HTMLImageElement).naturalWidth])),
        )
        .toEqual([['a red dot', 5]]);
      await prose.getByText('From elsewhere: a spy and another').waitFor();
      await prose.getByText('![no scheme](//spy.example/y.svg)').waitFor();
      await test.next();

      await test.shows(4);
      expect(await prose.locator('script, iframe, style, [onerror], [onload], a[href^="javascript:"], a[href^="data:"]').count()).toBe(0);
      await prose.getByText('<script>globalThis.pwned = "script"</script>').waitFor();
      await prose.getByText('a link').click();
      expect(await pwned()).toBeUndefined();
      await test.next();

      await test.shows(5);
      for (const name of ['the manual', 'help@acme.example']) {
        const link = prose.getByRole('link', { name });
        expect(await link.getAttribute('target')).toBe('_blank');
        expect((await link.getAttribute('rel'))?.split(' ')).toEqual(expect.arrayContaining(['noopener', 'noreferrer']));
      }
      await test.next();

      await test.shows(6);
      await expectNoSidewaysScroll(page, 'long words');
      const box = await prose.boundingBox();
      expect(box?.width).toBeLessThanOrEqual(width);
      await (await test.openSubmit()).waitFor();
      await expectNoSidewaysScroll(page, 'submit');
      await page.keyboard.press('Escape');
      expect(await pwned()).toBeUndefined();
    },
  );

  it('may have headings of any level, and options that are lists are named by what they say', async ({ open, service }) => {
    const list = '- first **this**\n- then that';
    const question = { kind: 'single-choice', prompt: '#### Given\n\nA text.\n\n# Asked\n\n## In detail\n\nWhich?' };
    const { takeUrl } = await mintCandidate(service, {
      file: {
        name: 'Lists',
        duration: 30,
        sections: [
          { name: 'One', questions: [{ ...question, options: [{ text: list, correct: true }, { text: '### None\n\nof these' }] }] },
        ],
      },
    });
    const { page } = await open();
    const test = testPageOf(page);
    await test.open(takeUrl);
    await test.start();
    await expectNoAxeFindings(page, 'headings and lists');
    await page.getByRole('radio', { name: 'first this then that', exact: true }).check();
    await test.saved();
  });
});
