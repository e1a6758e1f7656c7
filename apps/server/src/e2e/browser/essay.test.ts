import { expect } from 'vitest';
import { expectStored } from '../browser-conditions/support/stored.ts';
import { describeInBrowser, it } from './support/browser.ts';
import { expectGoodInDarkAndArabic, expectGoodScreen } from './support/good-screen.ts';
import { mint } from './support/mint.ts';
import { testPageOf } from './support/test-page.ts';
import { offlineErrors } from './support/watch.ts';

const level = (marks: number) => ({ marks, text: `For ${marks}` });
const file = {
  name: 'In your words',
  duration: 30,
  sections: [
    {
      name: 'Essays',
      questions: [
        {
          kind: 'essay',
          prompt: 'Why do logs say **what to do**?',
          words: { min: 3, max: 8 },
          rubric: [{ criterion: 'Argument', levels: [level(0), level(4)] }],
        },
      ],
    },
  ],
};

const long = 'One two three four five six seven eight nine';

describeInBrowser('an essay', { concurrent: true }, () => {
  it('is counted as it is written, kept without a network, saved when it is back, and waits for who grades it', async ({
    open,
    service,
  }) => {
    const { takeUrl, candidate, testInvitationId } = await (await mint(service, { file })).register();
    const { page, context } = await open({ allow: offlineErrors });
    const test = testPageOf(page);
    await test.open(takeUrl);
    await test.start();
    expect(await page.getByText('wrong answer').count()).toBe(0);
    await page.getByText('Words: 0. Asked for: 3 to 8.').waitFor();
    await test.text().fill(long);
    await page.getByText('Words: 9. Asked for: 3 to 8.').waitFor();
    await page.getByText('This is longer than asked for. It is saved all the same.').waitFor();
    await expectStored(candidate, { 1: long });
    await expectGoodScreen(page, 'an essay');

    await test.text().evaluate((area: HTMLTextAreaElement) => {
      area.value = `${area.value} ten`;
      area.dispatchEvent(new InputEvent('input', { inputType: 'insertFromPaste', bubbles: true }));
    });
    await test.saved();
    await context.setOffline(true);
    await test.text().fill('Because somebody reads them.');
    await test.save('Offline: kept on this device, will send').waitFor();
    await page.reload();
    await page.getByText('Words: 4. Asked for: 3 to 8.').waitFor();
    await context.setOffline(false);
    await test.saved();
    await expectStored(candidate, { 1: 'Because somebody reads them.' });
    await test.submit();
    await page.getByText('You answered 1 of 1 questions.').waitFor();

    expect(await service.api.report(testInvitationId)).toMatchObject({ reportStatus: 'In progress', score: null });
    expect(await service.api.get(`/manage/v1/invitations/${testInvitationId}/answers`)).toMatchObject({ questions: [{ pasted: 4 }] });
    const { reviews } = await service.api.get<{ reviews: { reviewId: number; testName: string }[] }>('/manage/v1/reviews');
    const review = reviews.find(({ testName }) => testName === file.name);
    await service.api.post(`/manage/v1/reviews/${review?.reviewId}/grade`, { marks: [4] });
    expect(await service.api.generatedReport(testInvitationId)).toMatchObject({ score: '4', totalScore: '4' });
  });

  it('has a field that is good in the dark, in Arabic and on a phone', async ({ open, service }) => {
    const { takeUrl } = await (await mint(service, { file })).register();
    const { page } = await open();
    const test = testPageOf(page);
    await test.open(takeUrl);
    await test.start();
    await test.text().fill(long);
    await expectGoodInDarkAndArabic(page, 'an essay');
  });
});
