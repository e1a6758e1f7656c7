import { bounds } from '@assay/domain';
import { expect } from 'vitest';
import { describeInBrowser, it } from '../browser/support/browser.ts';
import { mintCandidate } from '../browser/support/mint.ts';
import { testPageOf } from '../browser/support/test-page.ts';
import { expectInTime, expectStored, expectStoredNow } from './support/stored.ts';

describeInBrowser('what is typed', { concurrent: true }, () => {
  it('stays as typed, over a reload too; the last number counts, the page says so, and never that all is saved', async ({
    open,
    service,
  }) => {
    const { takeUrl, candidate, testInvitationId } = await mintCandidate(service);
    const { page } = await open();
    const test = testPageOf(page);
    await test.open(takeUrl);
    await test.start();
    await test.mapItem(3, 'blank').click();
    await test.number().pressSequentially('12.50');
    await test.saved();
    await test.number().pressSequentially(' s');
    await page.getByText('Write only the number: 12.5').waitFor();
    await page.getByText('Not saved. The answer that counts: 12.5').waitFor();
    await test.save('Not saved: question 3').waitFor();
    await test.mapItem(3, 'answered, not saved').waitFor();
    await test.next();
    await test.shows(4);
    await test.save('Not saved: question 3').waitFor();
    await test.number().fill('1/2');
    await page.getByText('Write a decimal number: 0.5').waitFor();
    await page.getByText('Not saved. The question counts as blank.').waitFor();
    await test.save('Not saved: question 3, 4').waitFor();
    await expectStoredNow(candidate, { 3: 12.5 });

    await page.reload();
    await test.shows(4);
    expect(await test.number().inputValue()).toBe('1/2');
    await test.save('Not saved: question 3, 4').waitFor();
    await test.number().fill('-0,750');
    await test.previous();
    await test.shows(3);
    expect(await test.number().inputValue()).toBe('12.50 s');
    await page.getByText('Not saved. The answer that counts: 12.5').waitFor();
    await expectStored(candidate, { 3: 12.5, 4: -0.75 });

    const dialog = await test.openSubmit();
    await dialog.getByText('In 1 question what you typed last is not saved; the answer before it counts:').waitFor();
    await dialog.getByRole('link', { name: 'Question 3: answered' }).click();
    await test.number().press('End');
    await test.number().press('Backspace');
    await test.number().press('Backspace');
    await test.saved();
    await test.next();
    await test.shows(4);
    // A place that the server does not have yet is lost with the page.
    await expectInTime(async () => (await candidate.attempt()).place?.questionId, 4);
    await page.reload();
    await test.shows(4);
    expect(await test.number().inputValue()).toBe('-0,750');
    await test.submit();
    expect((await service.api.generatedReport(testInvitationId)).score).toBe('4');
  });

  it('beyond the bound of a text is kept, and the page says which text counts', async ({ open, service }) => {
    const { takeUrl, candidate } = await mintCandidate(service);
    const { page } = await open();
    const test = testPageOf(page);
    await test.open(takeUrl);
    await test.start();
    await test.mapItem(5, 'blank').click();
    const fits = 'An essay. '.repeat(bounds.textAnswer / 10);
    await test.text().fill(fits);
    await expectStored(candidate, { 5: fits });
    await test.text().press('End');
    await test.text().pressSequentially('!!!');
    await page.getByText('3 characters too many.').waitFor();
    await page.getByText('Not saved. The text that counts has 20,000 characters and ends:').waitFor();
    await test.save('Not saved: question 5').waitFor();
    await page.reload();
    await test.shows(5);
    expect(await test.text().inputValue()).toBe(`${fits}!!!`);
    await test.save('Not saved: question 5').waitFor();
    await expectStoredNow(candidate, { 5: fits });
    await test.text().fill('short');
    await test.saved();
    await expectStored(candidate, { 5: 'short' });
    await test.next();
    await test.text().fill(`${fits}more`);
    await page.getByText('Not saved. The question counts as blank.').waitFor();
  });
});
