import { expect } from 'vitest';
import { describeInBrowser, it, organization } from './support/browser.ts';
import { openNow } from './support/link-window.ts';
import { mint, mintCandidate } from './support/mint.ts';
import { testPageOf } from './support/test-page.ts';
import { answersOf } from './support/watch.ts';

const hour = 3_600_000;

/** The policy as a browser gets it: each directive with its sources. */
const directives = (policy: string): Record<string, string> =>
  Object.fromEntries(policy.split('; ').map((one) => [one.slice(0, one.indexOf(' ')), one.slice(one.indexOf(' ') + 1)]));

describeInBrowser('a candidate who comes', { concurrent: true }, () => {
  it.for([
    { timezoneId: 'Asia/Kolkata', date: 'Wednesday 16 January 2030', time: '02:00', zone: 'India Standard Time (GMT+5:30)' },
    { timezoneId: 'America/New_York', date: 'Tuesday 15 January 2030', time: '15:30', zone: 'Eastern Standard Time (GMT-5)' },
  ])('too early reads in $timezoneId when the test opens there', async ({ timezoneId, date, time, zone }, { open, service }) => {
    const opensAt = Date.parse('2030-01-15T20:30:00Z');
    const { takeUrl } = await mintCandidate(service, { opensAt, closesAt: opensAt + hour });
    const { page } = await open({ timezoneId });
    await page.goto(takeUrl);
    await testPageOf(page).heading('The test is not open yet').waitFor();
    const told = await page.getByText('It opens on').textContent();
    expect(told?.replaceAll(',', '')).toContain(date);
    expect(told).toContain(time);
    await page.getByText(`Your time zone: ${zone}`).waitFor();
    expect(await page.getByRole('timer').textContent()).toMatch(/Opens in\d[\d,]* days/);
  });

  it('a little too early sees the seconds run, and starts when it opens without loading the page again', async ({ open, service }) => {
    const { page } = await open();
    const test = testPageOf(page);
    const minted = await mintCandidate(service, { opensAt: Date.now() + hour });
    await page.clock.install();
    await page.goto(minted.takeUrl);
    await test.heading('The test is not open yet').waitFor();
    await page.evaluate(() => Reflect.set(window, 'sameDocument', true));
    const countdown = page.getByRole('timer');
    const first = await countdown.textContent();
    await page.waitForFunction((before) => document.querySelector('[role=timer]')?.textContent !== before, first);
    await openNow(service, minted);
    await page.clock.fastForward(hour);
    await test.heading('Everything asked').waitFor();
    await test.start();
    expect(await page.evaluate(() => Reflect.get(window, 'sameDocument'))).toBe(true);
  });

  it('to a closed test reads since when, and whom to ask', async ({ open, service }) => {
    const closesAt = Date.parse('2026-01-15T20:30:00Z');
    const { takeUrl } = await mintCandidate(service, { opensAt: closesAt - hour, closesAt });
    const { page } = await open({ timezoneId: 'Asia/Tokyo' });
    await page.goto(takeUrl);
    await testPageOf(page).heading('The test is closed').waitFor();
    const told = await page.getByText('It closed on').textContent();
    expect(told).toContain('16 January 2026');
    expect(told).toContain('05:30');
    expect(told).toContain(`If you still want to take it, ask ${organization}.`);
  });

  it('with a cancelled invitation, or the address of a replaced one, reads what to do', async ({ open, service }) => {
    const { api } = service;
    const { takeUrl, testInvitationId, emailId, register } = await mintCandidate(service);
    const { page } = await open({ allow: answersOf(403) });
    await api.get(`/v2/org/testinvitation/${testInvitationId}/cancel`);
    expect((await page.goto(takeUrl))?.status()).toBe(403);
    await testPageOf(page).heading('This invitation was cancelled').waitFor();
    await page.getByText('If you think this is a mistake, ask the people who invited you.').waitFor();
    await register({ emailId });
    await page.reload();
    await testPageOf(page).heading('This attempt was replaced').waitFor();
  });

  it('to a test that is switched off is told so, and takes it once it is switched on', async ({ open, service }) => {
    const { takeUrl, testId } = await mintCandidate(service);
    const { page } = await open({ allow: answersOf(403) });
    const setStatus = (status: string) => service.api.post(`/manage/v1/tests/${testId}/status`, { status });
    await setStatus('Inactive');
    await page.goto(takeUrl);
    await testPageOf(page).heading('This test is not available now').waitFor();
    await page.getByText(`${organization} has switched it off. Try again later, or ask ${organization}.`).waitFor();
    await setStatus('Active');
    await page.reload();
    await testPageOf(page).start();
  });

  it('again after submitting sees what was submitted, and cannot start again', async ({ open, service }) => {
    const { takeUrl, candidate } = await mintCandidate(service);
    await candidate.start();
    await candidate.save(1, 'a');
    await candidate.save(5, 'Paris');
    await candidate.submit();
    const { page } = await open();
    await page.goto(takeUrl);
    const test = testPageOf(page);
    await test.heading('Your test is submitted').waitFor();
    await page.getByText('You answered 2 of 6 questions.').waitFor();
    await page.getByText('There is nothing more for you to do. You can close this page.').waitFor();
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
  });

  it.for(['/take/1-1-1.abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq', '/take/nothing', '/join/nothing'])(
    'to %s gets 404 and reads what to do',
    async (path, { open, service }) => {
      const { page } = await open({ allow: answersOf(404) });
      expect((await page.goto(`${service.url}${path}`))?.status()).toBe(404);
      await testPageOf(page).heading('This link does not work').waitFor();
      await page.getByText('Check that you have copied the whole address from your invitation').waitFor();
    },
  );

  it('gets a page that may load nothing from elsewhere, run nothing inline and be framed by nobody', async ({ service, expect }) => {
    const { register, joinUrl } = await mint(service);
    for (const url of [(await register()).takeUrl, joinUrl, `${service.url}/take/unknown`]) {
      const { headers } = await fetch(url, { headers: { accept: 'text/html' } });
      const policy = directives(headers.get('content-security-policy') ?? '');
      expect(policy).toMatchObject({
        'default-src': "'none'",
        'script-src': "'self'",
        'style-src': "'self'",
        'connect-src': "'self'",
        'base-uri': "'none'",
        'frame-ancestors': "'none'",
      });
      expect(Object.values(policy).join(' ')).not.toMatch(/unsafe|https?:|\*/);
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('set-cookie')).toBe(null);
    }
  });
});
