import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { checkFile } from './check-file.ts';
import { formatFault } from './fault.ts';

const faultsOf = (text: string | Uint8Array): readonly string[] => {
  const checked = checkFile('t.yaml', typeof text === 'string' ? new TextEncoder().encode(text) : text);
  return checked.ok ? [] : checked.faults.map(formatFault);
};

const sound = `name: Sound
duration: 10
sections:
  - name: One
    questions:
      - kind: numeric
        prompt: 1 + 1
        answer: 2
`;

describe('checkFile', () => {
  it('accepts the samples and a minimal file', async () => {
    for (const sample of ['web-fundamentals', 'workplace-numeracy'])
      expect(faultsOf(await readFile(new URL(`../../../../../samples/${sample}.yaml`, import.meta.url)))).toEqual([]);
    expect(checkFile('t.yaml', new TextEncoder().encode(sound))).toMatchObject({ ok: true, test: { name: 'Sound' } });
  });

  it('lists every fault of a file at once, each where it is', () => {
    expect(
      faultsOf(`key: Bad Key
name: Bad
duration: 10
extra: 1
name: Twice
sections:
  - name: One
    duration: 30
    questions:
      - kind: text
        prompt: Capital?
        marks: -1
      - kind: single-choice
        prompt: Pick
        options:
          - text: "1"
          - text: "2"
            corect: true
      - kind: drawing
        prompt: x
      - kind: numeric
        prompt:
        answer: "3"
`),
    ).toEqual([
      't.yaml:1:6: key: must be lower-case letters, digits, dots and dashes, at most 100',
      't.yaml:4:1: extra: is no field of a test file here',
      't.yaml:5:1: Map keys must be unique',
      "t.yaml:7:3: sections: the durations of the sections add up to 30 minutes, more than the test's 10",
      't.yaml:10:9: sections[0].questions[0].answer: a text question needs either `answer` or `answers`',
      't.yaml:12:16: sections[0].questions[0].marks: must be above 0',
      't.yaml:16:11: sections[0].questions[1].options: a single-choice question needs exactly one correct option',
      't.yaml:18:13: sections[0].questions[1].options[1].corect: is no field of a test file here',
      't.yaml:19:15: sections[0].questions[2].kind: must be one of single-choice, multiple-choice, numeric, text, coding, sql, essay, file',
      't.yaml:22:9: sections[0].questions[3].prompt: must be a string',
      't.yaml:23:17: sections[0].questions[3].answer: must be a number',
    ]);
  });

  it.each([
    [
      'a missing key, at what should hold it',
      sound.replace('        answer: 2\n', ''),
      ['t.yaml:6:9: sections[0].questions[0].answer: is required'],
    ],
    ['a missing key of the whole, at its beginning', '# by me\nname: A\nduration: 5\n', ['t.yaml:2:1: sections: is required']],
    [
      'an option that is no map',
      sound.replace('kind: numeric', 'kind: multiple-choice').replace('answer: 2', 'options: [{text: a, correct: true}, b]'),
      ['t.yaml:8:45: sections[0].questions[0].options[1]: must be an object'],
    ],
    ['a tab in the indentation', sound.replace('    questions:', '\tquestions:'), [expect.stringMatching(/^t\.yaml:5:1: .*[Tt]abs?/)]],
    ['a quote that is not closed', 'name: "A\nduration: 5\n', [expect.stringMatching(/^t\.yaml:\d+:\d+: Missing closing "quote/)]],
    ['a second document', `${sound}---\nname: B\n`, [expect.stringMatching(/^t\.yaml:9:1: .*multiple documents/)]],
    ['an alias to nothing', sound.replace('Sound', '*nobody'), [expect.stringMatching(/^t\.yaml:1:\d+: .*nobody/)]],
    [
      'a fault inside what an alias repeats',
      `${sound.replace('- kind', '- &q\n        kind').replace('answer: 2', 'answer: two')}      - *q\n`,
      ['t.yaml:9:17: sections[0].questions[0].answer: must be a number', 't.yaml:9:17: sections[0].questions[1].answer: must be a number'],
    ],
    ['a list where a test should be', '- 1\n', ['t.yaml:1:1: must be an object']],
    ['an empty file', '', ['t.yaml:1:1: is empty']],
    ['what is no text', new Uint8Array([0x6e, 0xff, 0xfe]), ['t.yaml:1:1: is not UTF-8 text']],
  ])('reports %s', (_, text, faults) => {
    expect(faultsOf(text)).toEqual(faults);
  });

  it('refuses aliases that would fill the memory', () => {
    const bomb = `a: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefgh'
      .split('')
      .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[index]}`).join(', ')}]`)
      .join('\n')}\n`;
    expect(faultsOf(bomb)).toEqual([expect.stringContaining('alias')]);
  });
});
