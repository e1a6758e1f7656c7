import { eventually } from '@assay/testing';
import { expect } from 'vitest';
import { expectStored } from '../browser-conditions/support/stored.ts';
import { expectNoAxeFindings } from './support/axe.ts';
import { describeInBrowser, it } from './support/browser.ts';
import { codeCandidate, codePageOf } from './support/code-page.ts';
import { expectGoodInDarkAndArabic, expectGoodScreen } from './support/good-screen.ts';
import { mint, saveElsewhere } from './support/mint.ts';
import { answersOf, offlineErrors } from './support/watch.ts';

const sum = 'print(sum(map(int, input().split())))';
const difference = 'a, b = map(int, input().split())\nprint(a - b)';

describeInBrowser('a question that is answered with a program', { concurrent: true }, () => {
  it('is written, run on its samples, kept without a network, saved when it is back, submitted and graded', async ({ open, service }) => {
    const { takeUrl, candidate, testInvitationId } = await codeCandidate(service);
    const { page, context } = await open({ allow: offlineErrors });
    const test = codePageOf(page);
    await test.open(takeUrl);
    await page.getByText('what you type and paste is recorded over time and shown to').waitFor();
    await test.start();

    await test.field('Your program in Python').waitFor();
    await test.editor().waitFor();
    expect(await test.text()).toBe('a, b = map(int, input().split())\n');
    await test.write(difference);
    await test.saved();
    await expectStored(candidate, { 1: { language: 'python', source: difference } });
    await test.run();
    await test.result('Wrong answer').getByText('small').waitFor();
    await page.getByText('0 of 1 samples accepted').first().waitFor();
    const marked = (part: string) => test.result('Wrong answer').locator(`${part} mark`).allTextContents();
    expect([await marked('.difference'), await marked('.outputs')]).toEqual([
      ['3', '-'],
      ['3', '-1'],
    ]);

    await context.setOffline(true);
    await test.write(sum);
    await test.save('Offline: kept on this device, will send').waitFor();
    // The next run is accepted three seconds after the one before.
    await test.button('Run the samples').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.locator('.run-failed', { hasText: 'No connection.' }).waitFor();
    await page.reload();
    await test.editor().waitFor();
    expect(await test.text()).toBe(sum);
    await context.setOffline(false);
    await test.saved();
    await expectStored(candidate, { 1: { language: 'python', source: sum } });
    await test.run();
    await page.getByText('1 of 1 samples accepted').first().waitFor();

    await test.next();
    await test.shows(2);
    await test.field('Your query').waitFor();
    await test.write('select name from people order by 1');
    await test.saved();
    await test.submit();
    await page.getByText('You answered 2 of 3 questions.').waitFor();
    expect(await service.api.generatedReport(testInvitationId)).toMatchObject({ score: '15', totalScore: '16' });
  });

  it('keeps a text for each language, over a reload too; the one written last counts', async ({ open, service }) => {
    const { takeUrl, candidate } = await codeCandidate(service);
    const { page } = await open();
    const test = codePageOf(page);
    await test.open(takeUrl);
    await test.start();
    await test.write('print(1)');
    await expectStored(candidate, { 1: { language: 'python', source: 'print(1)' } });
    await test.language().selectOption('javascript');
    await test.field('Your program in JavaScript').waitFor();
    expect(await test.text()).toBe('');
    await page.getByText('What counts so far is your program in Python.').waitFor();
    await test.write('console.log(1)');
    await expectStored(candidate, { 1: { language: 'javascript', source: 'console.log(1)' } });
    await page.reload();
    await test.editor().waitFor();
    expect(await test.text()).toBe('console.log(1)');
    await test.language().selectOption('python');
    expect(await test.text()).toBe('print(1)');
    await expectStored(candidate, { 1: { language: 'python', source: 'print(1)' } });
  });

  it('says what there is of its language, also without a network, and has a program that is no answer until it is changed', async ({
    open,
    service,
  }) => {
    const { takeUrl, candidate } = await codeCandidate(service);
    const { page, context } = await open({ allow: offlineErrors });
    const test = codePageOf(page);
    await test.open(takeUrl);
    await test.start();
    await page.getByText('About Python', { exact: true }).click();
    await page.getByText('It can be inserted while the editor is empty.').waitFor();
    await expectNoAxeFindings(page, 'a language');
    await test.language().selectOption('javascript');
    await page.getByText('About JavaScript', { exact: true }).click();
    await page.getByText('worker_threads', { exact: true }).waitFor();
    await expectGoodScreen(page, 'a language and its program');
    await test.button('Insert into the editor').click();
    const starter = await test.text();
    expect(starter).toContain('console.log(lines.length);');
    await test.button('Submit').click();
    await page.getByText('3 questions are blank:').waitFor();
    await page.keyboard.press('Escape');
    await context.setOffline(true);
    await page.reload();
    await page.getByText('About JavaScript', { exact: true }).waitFor();
    expect(await test.text()).toBe(starter);
    await context.setOffline(false);
    await test.write(`${starter}// mine`);
    await expectStored(candidate, { 1: { language: 'javascript', source: `${starter}// mine` } });
  });

  it('is reset only when the candidate confirms, and the text comes back by undoing', async ({ open, service }) => {
    const { takeUrl, candidate } = await codeCandidate(service);
    const { page } = await open();
    const test = codePageOf(page);
    await test.open(takeUrl);
    await test.start();
    await test.write(sum);
    await test.button('Reset').click();
    await test.button('Keep my text').click();
    expect(await test.text()).toBe(sum);
    await test.button('Reset').click();
    await test.button('Replace the text').click();
    expect(await test.text()).toBe('a, b = map(int, input().split())\n');
    await expectStored(candidate, { 1: null });
    await test.button('Undo').click();
    expect(await test.text()).toBe(sum);
    await expectStored(candidate, { 1: { language: 'python', source: sum } });
  });

  it('is left by Escape, then Tab; Tab alone indents, and no key of the page works in the editor', async ({ open, service }) => {
    const { takeUrl } = await codeCandidate(service);
    const { page } = await open();
    const test = codePageOf(page);
    await test.open(takeUrl);
    await test.start();
    await test.write('if x:');
    await page.keyboard.press('Enter');
    await page.keyboard.type('n');
    // The editor indents a new line by the syntax where its parser has come so far, which a loaded machine may not let it.
    const before = await test.text();
    expect(before).toMatch(/^if x:\n *n$/);
    await page.keyboard.press('Home');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Alt+n');
    await eventually(async () => expect(await test.text()).toBe(before.replace('\n', '\n    ')));
    await test.shows(1);
    const description = await test.editor().getAttribute('aria-describedby');
    const told = await page.locator(`#${description?.split(' ')[0]}`).textContent();
    expect(told).toBe('Tab indents. To leave the editor with the keyboard, press Escape, then Tab.');
    const leave = async () => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Tab');
      return page.evaluate(() => document.activeElement?.textContent);
    };
    // The editor waits two seconds for the Tab, and a loaded machine may be slower.
    await eventually(async () => expect(await leave()).toBe('Run the samples'));
  });

  it('is written in a plain text area while the editor cannot be loaded', async ({ open, service }) => {
    const { takeUrl, candidate } = await codeCandidate(service);
    const { page } = await open({ allow: offlineErrors });
    await page.route('**/mirror-*.js', (route) => route.abort());
    const test = codePageOf(page);
    await test.open(takeUrl);
    await test.start();
    const area = test.field('Your program in Python');
    expect(await area.inputValue()).toBe('a, b = map(int, input().split())\n');
    await area.fill(sum);
    await expectStored(candidate, { 1: { language: 'python', source: sum } });
    await expectNoAxeFindings(page, 'a program in a text area');
  });

  it('of more than 64 KiB is not saved: the one before counts, and the page stays quick', async ({ open, service }) => {
    const { takeUrl, candidate } = await codeCandidate(service);
    const { page } = await open();
    const test = codePageOf(page);
    await test.open(takeUrl);
    await test.start();
    await test.write(sum);
    await expectStored(candidate, { 1: { language: 'python', source: sum } });
    await test.write(`# ${'x'.repeat(70)}\n`.repeat(1_000));
    await test.save('Not saved: question 1').waitFor();
    await page.getByText(/bytes too long/).waitFor();
    await page.keyboard.insertText('y'.repeat(1_000_000));
    await page.getByText('This was not inserted: the text would be far too long.').waitFor();
    await expectStored(candidate, { 1: { language: 'python', source: sum } });
    await test.write('print(2)');
    await expectStored(candidate, { 1: { language: 'python', source: 'print(2)' } });
    await test.saved();
  });

  it('with two answers shows both programs, and the one that is chosen', async ({ open, service }) => {
    const { takeUrl, candidate } = await codeCandidate(service);
    const { page, context, watch } = await open({ allow: offlineErrors });
    watch.allow(answersOf(403));
    const test = codePageOf(page);
    await test.open(takeUrl);
    await test.start();
    await test.write('print(1)');
    await test.saved();
    await context.setOffline(true);
    await test.write('print(2)');
    await test.save('Offline: kept on this device, will send').waitFor();
    await saveElsewhere(takeUrl, { 1: { language: 'javascript', source: 'console.log(3)' } });
    await context.setOffline(false);
    await test.takeOver();
    await page.getByRole('heading', { name: 'This question has two answers' }).waitFor();
    expect(await page.locator('.one-answer .code-text').allTextContents()).toEqual(['print(2)', 'console.log(3)']);
    await expectNoAxeFindings(page, 'two programs');
    await test.button('Use the answer saved elsewhere').click();
    await test.field('Your program in JavaScript').waitFor();
    expect(await test.text()).toBe('console.log(3)');
    await expectStored(candidate, { 1: { language: 'javascript', source: 'console.log(3)' } });
  });

  it('that a harness tests or that has no samples is run by itself, and Ctrl + Enter does what the button does', async ({
    open,
    service,
  }) => {
    const asked = { kind: 'coding', marks: 1, languages: ['python'] };
    const questions = [
      { ...asked, prompt: 'Write `middle`.', harness: { python: 'from solution import *\nassert middle([1, 2, 3]) == 2' } },
      {
        ...asked,
        prompt: 'Write `add`.',
        io: 'function',
        function: { name: 'add', parameters: ['a', 'b'] },
        cases: [{ args: [1, 2], returns: 3 }],
      },
    ];
    const file = { name: 'Without samples', duration: 45, sections: [{ name: 'Programs', type: 'coding questions', questions }] };
    const { takeUrl } = await (await mint(service, { file })).register();
    const { page } = await open();
    const test = codePageOf(page);
    await test.open(takeUrl);
    await test.start();
    await test.editor().waitFor();
    await page.getByText('Your code is imported by a test program').waitFor();
    await page.getByText('Your program runs by itself here').waitFor();
    expect(await page.getByRole('textbox', { name: 'Standard input' }).count()).toBe(0);
    await test.write('print("seen")\nraise ValueError("mine")');
    await test.button('Run the program').click();
    await test.result('Runtime error').getByText('ValueError: mine').waitFor();
    await test.result('Runtime error').getByText('seen').waitFor();
    await expectNoAxeFindings(page, 'a question with a harness');

    await test.next();
    await test.shows(2);
    await test.write('def add(a, b): return a + b');
    await page.getByRole('textbox', { name: 'Arguments as a JSON list' }).fill('[20, 22]');
    await test.button('Run with this input').waitFor();
    await test.editor().click();
    await page.keyboard.press('Control+Enter');
    await test.result('Ended').getByText('42').waitFor();
    await page.getByRole('heading', { name: 'Own input' }).waitFor();
  });

  it('is a good screen: by axe, on a phone, in dark, in Arabic, with nothing inline', async ({ open, service }) => {
    const { takeUrl } = await codeCandidate(service);
    const { page } = await open();
    const test = codePageOf(page);
    await test.open(takeUrl);
    await test.start();
    await test.write(difference);
    await test.run();
    await test.result('Wrong answer').waitFor();
    await test.button('Own input').click();
    await expectGoodScreen(page, 'a program');
    // In a low window the prompt scrolls beside the editor, and has the focus for that.
    await page.setViewportSize({ width: 1280, height: 320 });
    await page.getByRole('region', { name: 'Question 1 of 3' }).focus();
    await expectNoAxeFindings(page, 'a program in a low window');
    await expectGoodInDarkAndArabic(page, 'a program');
  });
});
