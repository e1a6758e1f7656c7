import { beforeAll, describe, expect, it } from 'vitest';
import { resultOf, useService } from '../testing/service.ts';

type Question = { readonly prompt: string; readonly html?: string; readonly options?: { readonly text: string; readonly html?: string }[] };

const element =
  /^<\/?(?:p|pre|code|span|a|img|h[3-6]|ul|ol|li|em|strong|s|blockquote|hr|br|table|thead|tbody|tr|th|td|div)(?=[ />])(.*?)(?: ?\/)?>$/s;
const attribute =
  /^ (?:href="(?:https?:\/\/|mailto:)[^"]*"|src="pictures\/\d+"|(?:alt|title)="[^"]*"|class="[\w -]*"|tabindex="0"|target="_blank"|rel="noopener noreferrer nofollow"|start="\d+")/;

/** Checks that every tag is known and that no attribute runs, loads or styles anything. */
const expectInert = (html: string): void => {
  for (const [tag] of html.matchAll(/<[^>]*>?/g)) {
    let [, attributes = ''] = element.exec(tag) ?? [tag, ` unknown ${tag}`];
    while (attribute.test(attributes)) attributes = attributes.replace(attribute, '');
    expect([tag, attributes]).toEqual([tag, '']);
  }
};

const pixel = 'data:image/png;base64,iVBORw0KGgo=';

const prompts = {
  script: 'Before <script>alert(1)</script> after',
  handler: '<img src=x onerror=alert(1)> <b onclick="alert(1)">bold</b>',
  'javascript link': '[click](javascript:alert(1)) [and](JaVaScRiPt:alert(1)) [also](&#106;avascript:alert(1)) <javascript:alert(1)>',
  'data link': '[click](data:text/html,<script>alert(1)</script>) [vb](vbscript:x) [file](file:///etc/passwd)',
  'broken attributes':
    '[a](https://a.example/"onmouseover="alert(1)) ![x](https://a.example/"onerror="alert(1)) ![" onerror="x](data:image/png;base64,AA)',
  'code of a known language': '```js\nconst answer = "<b>"; // how\n```',
  'code of an unknown language': '```nonsense\n<script>alert(1)</script>\n```',
  'code without a language': '    <img src=x onerror=alert(1)>',
  'code of an odd language': '```constructor\na < b\n```\n\n```__proto__\na < b\n```\n\n```"onload="alert(1)\na < b\n```',
  'external image': 'See ![a picture of <b>Mars</b>](https://tracker.example/p.png?who=1 "title") here',
  'relative image': '![local](/take/secret.png) ![scheme](//tracker.example/p.png)',
  'inline image': `![one pixel](${pixel})`,
  'reference image': '![by reference][one]\n\n[one]: https://tracker.example/p.png',
  link: '[docs](https://docs.example/a?b=1&c=2)',
  table: '| a | b |\n|:--|:-:|\n| 1 | <i>2</i> |',
  heading: '# Top\n\n###### Deep',
  'headings up and down': '### First\n\n# Top\n\n## Below\n\n### Deeper\n\n# Again\n\n> #### Quoted',
  'inline formula': 'Let \\(a_1 * b_1\\,c * \\{x\\}\\) and \\(a_1\\), *really*, \\(\\lt <b>\\)',
  'displayed formula': 'Solve\n\\[\n- x_1 *\n= 2 \\\\\n# y\n\\]\nfor *x*.',
  'dollar formula': '$$\na_1 * b * \\,\n$$',
  'formula without an end': 'A \\(bracket *here* and \\[ there\n\n$$\n\n- x',
  'spaces of a formula': '5\\,m \\; 6\\:s, but \\*not slanted\\*',
  'formula in code': '`\\(a_1\\)`',
  words: 'Any **bold**, _slanted_, ~~gone~~ word & more\n\n1. first\n2. second',
};
type Name = keyof typeof prompts;
const options = [
  '1.',
  '# b',
  '- x',
  '> y',
  '`1`',
  '<b>bold</b>',
  '![far](https://tracker.example/o.png)',
  '    indented',
  'two\n\n- lines',
  '\\(x_1 + y_1\\)',
];

describe('the HTML of prompts and options', () => {
  const service = useService();
  const shown = new Map<string, string>();
  let questions: Question[];
  let token: string;
  let key: string;
  let testId: string;
  let raw: string;
  beforeAll(async () => {
    key = await service.mintKey(await service.mintAccount());
    const choice = { kind: 'multiple-choice', prompt: 'Which?', options: options.map((text, index) => ({ text, correct: index === 0 })) };
    const texts = Object.values(prompts).map((prompt) => ({ kind: 'text', prompt, answer: 'yes' }));
    testId = await service.importTest(key, { sections: [{ name: 'All', questions: [choice, ...texts] }] });
    ({ token } = await service.register(key, testId));
    resultOf(await service.start(token));
    const state = await service.take(token, { method: 'GET', path: 'attempt' });
    raw = state.body;
    ({ questions } = resultOf<{ questions: Question[] }>(state));
    for (const [index, name] of Object.keys(prompts).entries()) shown.set(name, questions[index + 1]?.html ?? '');
  });
  const htmlOf = (name: Name): string => shown.get(name) ?? '';
  const optionHtml = (text: string): string | undefined =>
    questions[0]?.options?.find((option) => option.text.trim() === text.trim())?.html;

  it('is sent with every prompt and option, whose text stays unchanged', () => {
    expect(questions).toHaveLength(Object.keys(prompts).length + 1);
    for (const { prompt, html, options: choices = [] } of questions) {
      expect([prompt, html]).toEqual([prompt, expect.stringMatching(/\S/)]);
      for (const option of choices) expect([option.text, option.html]).toEqual([option.text, expect.stringMatching(/\S/)]);
    }
    expect(raw).toContain(JSON.stringify(prompts.script));
  });

  it.each(Object.keys(prompts) as Name[])('runs, loads and styles nothing: %s', (name) => {
    expect(htmlOf(name)).not.toBe('');
    expectInert(htmlOf(name));
  });

  it('shows HTML in a prompt as text', () => {
    expect(htmlOf('script')).toBe('<p>Before &lt;script&gt;alert(1)&lt;/script&gt; after</p>\n');
    expect(htmlOf('handler')).toContain('&lt;img src=x onerror=alert(1)&gt;');
  });

  it('links only to http, https and mailto', () => {
    for (const name of ['javascript link', 'data link'] as const) expect(htmlOf(name)).not.toMatch(/href=/);
    expect(htmlOf('link')).toBe(
      '<p><a href="https://docs.example/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer nofollow">docs</a></p>\n',
    );
  });

  it('highlights code of known languages only', () => {
    expect(htmlOf('code of a known language')).toBe(
      '<pre tabindex="0"><code><span class="hljs-keyword">const</span> answer = <span class="hljs-string">&quot;&lt;b&gt;&quot;</span>; ' +
        '<span class="hljs-comment">// how</span>\n</code></pre>\n',
    );
    expect(htmlOf('code of an unknown language')).toBe('<pre tabindex="0"><code>&lt;script&gt;alert(1)&lt;/script&gt;\n</code></pre>\n');
    const odd = '<pre tabindex="0"><code>a &lt; b\n</code></pre>\n';
    expect(htmlOf('code of an odd language')).toBe(odd.repeat(3));
  });

  it('replaces an external image by its alternative text, so that no third party learns who takes the test', () => {
    expect(htmlOf('external image')).toBe('<p>See a picture of &lt;b&gt;Mars&lt;/b&gt; here</p>\n');
    expect(htmlOf('reference image')).toBe('<p>by reference</p>\n');
    for (const name of ['relative image', 'external image'] as const) expect(htmlOf(name)).not.toContain('<img');
  });

  it('shows a picture that is written out in the text by an address of its own', () => {
    expect(htmlOf('inline image')).toMatch(/^<p><img src="pictures\/\d+" alt="one pixel" \/><\/p>\n$/);
    expect(raw).not.toContain(pixel);
  });

  it('has it in the preview of the test', async () => {
    const preview = await service.send({ method: 'GET', url: `/manage/v1/tests/${testId}/preview`, key });
    const { questions: all } = resultOf<{ questions: Question[] }>(preview);
    expect(all.map(({ html }) => html)).toContain(`<p><img src="${pixel}" alt="one pixel" /></p>\n`);
  });

  it('starts its headings below those of the page', () => {
    expect(htmlOf('heading')).toBe('<h3>Top</h3>\n<h4>Deep</h4>\n');
  });

  it('skips no level of headings, whatever levels the author used', () => {
    expect(htmlOf('headings up and down')).toBe(
      '<h3>First</h3>\n<h3>Top</h3>\n<h4>Below</h4>\n<h5>Deeper</h5>\n<h3>Again</h3>\n<blockquote>\n<h4>Quoted</h4>\n</blockquote>\n',
    );
  });

  it('leaves formulas as they are written, for whatever renders them', () => {
    expect(htmlOf('inline formula')).toBe(
      '<p>Let \\(a_1 * b_1\\,c * \\{x\\}\\) and \\(a_1\\), <em>really</em>, \\(\\lt &lt;b&gt;\\)</p>\n',
    );
    expect(htmlOf('displayed formula')).toBe('<p>Solve</p>\n<p>\\[\n- x_1 *\n= 2 \\\\\n# y\n\\]</p>\n<p>for <em>x</em>.</p>\n');
    expect(htmlOf('dollar formula')).toBe('<p>$$\na_1 * b * \\,\n$$</p>\n');
    expect(htmlOf('formula without an end')).toBe('<p>A (bracket <em>here</em> and [ there</p>\n<p>$$</p>\n<ul>\n<li>x</li>\n</ul>\n');
    expect(htmlOf('spaces of a formula')).toBe('<p>5\\,m \\; 6\\:s, but *not slanted*</p>\n');
    expect(htmlOf('formula in code')).toBe('<p><code>\\(a_1\\)</code></p>\n');
    expect(optionHtml('\\(x_1 + y_1\\)')).toBe('\\(x_1 + y_1\\)');
  });

  it.each([
    ['1.', '1.'],
    ['# b', '# b'],
    ['- x', '- x'],
    ['> y', '&gt; y'],
    ['`1`', '<code>1</code>'],
    ['<b>bold</b>', '&lt;b&gt;bold&lt;/b&gt;'],
    ['![far](https://tracker.example/o.png)', 'far'],
    ['    indented', 'indented'],
    ['two\n\n- lines', '<p>two</p>\n<ul>\n<li>lines</li>\n</ul>\n'],
  ])('is inline for an option of one line: %j is %j', (text, html) => {
    expect(optionHtml(text)).toBe(html);
    expectInert(html);
  });

  it('is sent only while the attempt runs', async () => {
    resultOf(await service.submit(token));
    const { body } = await service.take(token, { method: 'GET', path: 'attempt' });
    expect(body).not.toMatch(/"html"|"prompt"|Which\?/);
  });
});
