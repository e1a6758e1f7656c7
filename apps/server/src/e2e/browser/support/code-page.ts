import type { Locator, Page } from 'playwright-core';
import { type Host, type Invited, type Minted, mint } from './mint.ts';
import { testPageOf } from './test-page.ts';

/** What is asked in the tests of the editor. The first question has a sample and a starter in Python. */
const codeFile = {
  name: 'Programs and queries',
  duration: 45,
  sections: [
    {
      name: 'Programs',
      type: 'coding questions',
      questions: [
        {
          kind: 'coding',
          prompt: 'Read two integers, print their **sum**.',
          marks: 10,
          languages: ['python', 'javascript'],
          starter: { python: 'a, b = map(int, input().split())\n' },
          cases: [
            { input: '1 2\n', output: '3\n', sample: true, name: 'small' },
            { input: '-5 5\n', output: '0\n', weight: 3 },
          ],
          solution: { python: 'print(sum(map(int, input().split())))' },
        },
        {
          kind: 'sql',
          prompt: 'List the names, in order.',
          marks: 5,
          schema: 'create table people (name text)',
          data: ["insert into people values ('Ben'), ('Ana')"],
          solution: 'select name from people order by name',
        },
      ],
    },
    { name: 'Words', questions: [{ kind: 'text', prompt: 'Why?', marks: 1, answer: 'because' }] },
  ],
};

const minted = new Map<string, Promise<Minted>>();

/** One candidate of that test, which is imported once: an import runs its solutions. */
export const codeCandidate = async (service: Host): Promise<Invited> => {
  const known = minted.get(service.url) ?? mint(service, { file: codeFile });
  minted.set(service.url, known);
  return (await known).register();
};

/** A question with code, as somebody who sees and hears it would name what is on it. */
export const codePageOf = (page: Page) => {
  const editor = (): Locator => page.locator('.cm-content');
  return {
    ...testPageOf(page),
    /** By the name that screen readers hear. */
    field: (name: string): Locator => page.getByRole('textbox', { name: new RegExp(`Question \\d of \\d ${name}$`) }),
    editor,
    /** As it is seen; lines out of view are not in the document. */
    text: async (): Promise<string> => {
      // Its code comes after the page, which shows a plain text area until then.
      await editor().waitFor();
      return (await editor().locator('.cm-line').allTextContents()).join('\n');
    },
    /** Replaces the whole text, as by hand. */
    write: async (text: string): Promise<void> => {
      await editor().click();
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText(text);
    },
    language: (): Locator => page.getByRole('combobox', { name: 'Language' }).first(),
    run: (): Promise<void> => page.getByRole('button', { name: 'Run the samples' }).click(),
    result: (verdict: string): Locator => page.locator('.case', { hasText: verdict }),
  };
};
