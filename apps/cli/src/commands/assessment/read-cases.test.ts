import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codingBounds } from '@assay/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkFile } from './check-file.ts';

describe('cases in files beside a test', () => {
  let root: string;
  let folder: string;
  const keep = (name: string, text: string | Uint8Array) => writeFile(join(folder, name), text);
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'assay-cases-'));
    folder = join(root, 'tests');
    await mkdir(join(folder, 'cases'), { recursive: true });
  });
  afterEach(() => rm(root, { recursive: true }));
  const check = (cases: string) => {
    const text = `name: One\nduration: 5\nsections:\n  - name: One\n    questions:\n      - kind: coding\n        prompt: Add.\n        cases: ${cases}\n`;
    return checkFile(join(folder, 'one.yaml'), Buffer.from(text));
  };
  const ruleOf = (cases: string): string => {
    const checked = check(cases);
    if (checked.ok) throw new Error('no fault');
    return checked.faults.map(({ line, path, rule }) => `${line} ${path}: ${rule}`).join('\n');
  };

  it('are read relative to the file, in order, with their outputs', async () => {
    for (const [name, text] of Object.entries({
      '10.in': 'c',
      '10.ans': 'C',
      '2.in': 'b',
      '2.out': 'B',
      'sample.in': 'a',
      'sample.out': 'A',
      'x.txt': '',
    }))
      await keep(`cases/${name}`, text);
    const checked = check('cases/*.in');
    expect(checked).toMatchObject({
      ok: true,
      test: {
        sections: [
          {
            questions: [
              {
                cases: [
                  { name: '2', input: 'b', output: 'B', sample: false },
                  { name: '10', input: 'c', output: 'C', sample: false },
                  { name: 'sample', input: 'a', output: 'A', sample: true },
                ],
              },
            ],
          },
        ],
      },
    });
  });

  it('that cannot be read are faults of the line that names them', async () => {
    const where = '8 sections[0].questions[0].cases: ';
    expect(ruleOf('cases/*.in')).toBe(`${where}there is no file cases/*.in beside the test`);
    expect(ruleOf('cases/**/*.in')).toContain(`${where}must be a list, or a pattern`);
    expect(ruleOf('none/*.in')).toContain(where);
    await keep('cases/1.in', '1');
    expect(ruleOf('cases/*.in')).toBe(`${where}cases/1.in: there is no 1.out or 1.ans beside it`);
    await keep('cases/1.out', new Uint8Array([0xff]));
    expect(ruleOf('cases/*.in')).toBe(`${where}cases/1.out: is not UTF-8 text`);
    const most = 4 * codingBounds.caseText;
    await keep('cases/1.out', 'x'.repeat(most + 1));
    expect(ruleOf('cases/*.in')).toContain(`has more than ${most} bytes`);
    await Promise.all(Array.from({ length: 201 }, (_, index) => keep(`cases/${index}.in`, '')));
    expect(ruleOf('cases/*.in')).toContain('must have at most 200 cases');
  });

  it('never lie outside the folder of the test: neither by a path nor by a link', async () => {
    await writeFile(join(root, '1.in'), 'secret');
    await writeFile(join(root, '1.out'), 'secret');
    expect(ruleOf('../*.in')).toContain('../1.in: lies outside the folder of the test file');
    await symlink(join(root, '1.in'), join(folder, 'cases/1.in'));
    await keep('cases/1.out', '');
    expect(ruleOf('cases/*.in')).toContain('cases/1.in: lies outside the folder of the test file');
  });
});
