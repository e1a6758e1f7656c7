import { expect } from 'vitest';
import { describeInBrowser, it } from './support/browser.ts';
import { byKeyboard } from './support/by-keyboard.ts';
import { mintCandidate } from './support/mint.ts';
import { testPageOf } from './support/test-page.ts';

describeInBrowser('by keyboard alone', { concurrent: true }, () => {
  it('a candidate takes the whole test, and the focus is never lost and always shown', async ({ open, service }) => {
    const { takeUrl, testInvitationId } = await mintCandidate(service);
    const { page } = await open();
    const test = testPageOf(page);
    const keys = byKeyboard(page);
    await test.open(takeUrl);
    await test.heading('Everything asked').waitFor();

    expect(await keys.tab()).toMatchObject({ tag: 'a', name: 'Skip to the content' });
    expect(await keys.press('Enter')).toMatchObject({ tag: 'main' });
    await keys.tabTo('Start the test');
    await keys.press('Enter');
    await keys.focusOn('Question 1 of 6');

    // The help, which a candidate opens and closes.
    await keys.opens('?');
    await test.dialog('Keys').getByText('Next question').waitFor();
    await keys.escapes();
    await keys.focusOn('Question 1 of 6');

    // Digits pick and lead the focus to the choice; arrows go on from there.
    expect(await keys.press('2')).toMatchObject({ tag: 'input', name: '22' });
    expect(await keys.press('ArrowUp')).toMatchObject({ tag: 'input', name: '11' });
    expect(await test.option('1').isChecked()).toBe(true);
    expect(await keys.press('9')).toMatchObject({ tag: 'input', name: '11' });
    await keys.press('f');
    await test.mapItem(1, 'answered, flagged').waitFor();
    await keys.press('n');
    await keys.focusOn('Question 2 of 6');

    await keys.press('1');
    await keys.press('2');
    await keys.press('3');
    // The focus is on the third; up two, and Space takes the second away again.
    await keys.tab('Shift+Tab');
    await keys.press('Space');
    expect(await test.option('three', 'checkbox').isChecked()).toBe(false);
    await keys.press('ArrowRight');
    await keys.focusOn('Question 3 of 6');

    // In a field letters are text, and Alt makes them commands.
    expect(await keys.tabTo('', 4)).toMatchObject({ tag: 'input' });
    await keys.type('12.5n');
    await page.getByText('This cannot be read as a number').waitFor();
    await keys.press('Backspace');
    await page.getByText('Read as 12.5').waitFor();
    await keys.press('Alt+n');
    await keys.focusOn('Question 4 of 6');
    await keys.tabTo('', 4);
    await keys.type('-0,75');
    await keys.press('Alt+n');
    await keys.focusOn('Question 5 of 6');
    expect(await keys.tabTo('', 4)).toMatchObject({ tag: 'textarea' });
    await keys.type('Paris, then?');
    expect(await test.text().inputValue()).toBe('Paris, then?');
    for (let count = 0; count < ', then?'.length; count += 1) await keys.press('Backspace');
    await keys.press('Alt+p');
    await keys.focusOn('Question 4 of 6');
    await keys.press('n');
    await keys.focusOn('Question 5 of 6');
    await keys.press('n');
    await keys.focusOn('Question 6 of 6');
    // There is no seventh.
    expect(await keys.press('n')).toMatchObject({ tag: 'h2', name: 'Question 6 of 6' });

    // The map beside the question.
    await keys.press('m');
    await keys.focusOn('Question 6: blank');
    await keys.tab('Shift+Tab');
    await keys.press('Enter');
    await keys.focusOn('Question 5 of 6');

    // Submitting is asked for, taken back, and asked for again.
    await keys.opens('s');
    await keys.escapes();
    await keys.focusOn('Question 5 of 6');
    await keys.opens('Alt+s');
    await keys.tabTo('Question 6: blank', 6);
    await keys.press('Enter');
    await keys.focusOn('Question 6 of 6');
    await keys.tabTo('', 4);
    await keys.type('Pacific');
    await keys.opens('Alt+s');
    await test.dialog('Submit the test?').getByText('You have answered every question.').waitFor();
    await keys.tabTo('Submit now', 8);
    await keys.press('Enter');
    await keys.focusOn('Your test is submitted');

    expect(await service.api.generatedReport(testInvitationId)).toMatchObject({ score: '12', totalScore: '12' });
  });

  it('in a narrow window the map is a dialog that takes the focus and gives it back; buttons that vanish pass it on', async ({
    open,
    service,
  }) => {
    const { takeUrl } = await mintCandidate(service);
    const { page } = await open({ viewport: { width: 800, height: 700 } });
    const test = testPageOf(page);
    const keys = byKeyboard(page);
    await test.open(takeUrl);
    await test.start();
    await keys.opens('m');
    await keys.focusOn('Question 1: blank');
    await keys.escapes();
    await keys.focusOn('Question 1 of 6');
    await keys.opens('m');
    await keys.tab();
    await keys.press('Enter');
    await keys.focusOn('Question 2 of 6');
    await test.dialog('All questions').waitFor({ state: 'hidden' });

    // The button of the header has the focus back after its dialog.
    for (let presses = 0; presses < 12 && (await keys.focused()).name !== 'Submit'; presses += 1) await keys.tab('Shift+Tab');
    await keys.opens('Enter');
    await keys.escapes();
    await keys.focusOn('Submit');

    // "Clear the answer" disappears under the focus.
    await keys.press('p');
    await keys.focusOn('Question 1 of 6');
    await keys.press('1');
    await keys.tabTo('Clear the answer', 6);
    await keys.press('Enter');
    await test.button('Clear the answer').waitFor({ state: 'hidden' });
    expect(await keys.focused()).toMatchObject({ tag: 'input', name: '11', ring: true });
    expect(await test.option('1').isChecked()).toBe(false);
  });

  it('a key counts as soon as its question is seen, and the next one goes to the dialog that it opened', async ({ open, service }) => {
    const { takeUrl } = await mintCandidate(service);
    const { page } = await open();
    const test = testPageOf(page);
    // Both keys come before the browser has painted: with the focus of the heading, and with the dialog.
    await page.addInitScript(() => {
      const press = (key: string) => document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      const seen = (event: FocusEvent) => {
        if (!(event.target instanceof HTMLHeadingElement) || !event.target.id.startsWith('question-')) return;
        document.removeEventListener('focusin', seen);
        queueMicrotask(() => press('?'));
      };
      document.addEventListener('focusin', seen);
      const opened = new MutationObserver(() => {
        if (document.querySelector('dialog') === null) return;
        opened.disconnect();
        press('n');
      });
      opened.observe(document, { childList: true, subtree: true });
    });
    await test.open(takeUrl);
    await test.start();
    await test.dialog('Keys').waitFor();
    const keys = byKeyboard(page);
    await keys.escapes();
    await keys.focusOn('Question 1 of 6');
  });

  it('single keys can be switched off, for good; with Alt they go on working', async ({ open, service }) => {
    const { takeUrl } = await mintCandidate(service);
    const { page } = await open();
    const test = testPageOf(page);
    const keys = byKeyboard(page);
    await test.open(takeUrl);
    await test.start();
    await keys.opens('?');
    await keys.tabTo('Use single keys without Alt', 4);
    await keys.press('Space');
    await keys.escapes();
    await keys.press('n');
    await keys.focusOn('Question 1 of 6');
    await page.reload();
    await test.shows(1);
    await keys.press('n');
    await keys.focusOn('Question 1 of 6');
    await keys.press('Alt+n');
    await keys.focusOn('Question 2 of 6');
  });
});
