import type { CallbackBody } from '@assay/domain';
import { until } from '@assay/testing';
import { expect } from 'vitest';
import { candidateAt } from '../support/candidate.ts';
import { expectNoAxeFindings } from './support/axe.ts';
import { describeInBrowser, it, type Service } from './support/browser.ts';
import { expectStrict, expectToFit } from './support/good-screen.ts';
import { mint } from './support/mint.ts';

/** The report URL in the callback of somebody who answered some questions and left the window once. */
const reportUrl = async (service: Service): Promise<string> => {
  const { testId } = await mint(service);
  const email = 'page@example.com';
  const callbackURL = service.receiver.url;
  const { testInvitationId, takeTestURL } = await service.api.register(testId, email, { callbackURL });
  const candidate = candidateAt(service, takeTestURL);
  await candidate.start();
  await candidate.save(3, 12.5);
  await candidate.save(4, 9);
  await candidate.save(5, 'Paris');
  const at = new Date().toISOString();
  await candidate.events({ sentAt: at, events: [{ eventId: 'away', type: 'left', at }] });
  await candidate.submit();
  return until(
    'the callback',
    () =>
      service.receiver.received.map(({ text }): CallbackBody => JSON.parse(text)).find((body) => body.TestInvitationId === testInvitationId)
        ?.ReportPDFUrl,
  );
};

describeInBrowser('the page of a report', { concurrent: true }, () => {
  it('is clean by axe in light and dark, fits a phone, holds nothing inline, and leads to the PDF', async ({ open, service }) => {
    const url = await reportUrl(service);
    const { page } = await open();
    await page.goto(`${url}/page`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectStrict(page, page.context());
    await expectToFit(page, 'the page of a report');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoAxeFindings(page, `the page of a report, ${colorScheme}`);
    }
    expect(await page.getByRole('link', { name: 'Open as PDF' }).getAttribute('href')).toBe(new URL(url).pathname);
  });
});
