import type { InvitationPage } from '@assay/domain';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { mailTo } from '../support/mails.ts';
import { describeInBrowser, it, organization } from './support/browser.ts';
import { confirmationUrlTo, mint } from './support/mint.ts';
import { testPageOf } from './support/test-page.ts';
import { answersOf } from './support/watch.ts';

const formOf = (page: Page) => ({
  email: page.getByRole('textbox', { name: 'Email address' }),
  name: page.getByRole('textbox', { name: 'Full name' }),
  send: page.getByRole('button', { name: 'Go to the test' }),
});

/** What has the focus, by the name of its field. */
const focusedField = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'));

describeInBrowser('the open-link page', { concurrent: true }, () => {
  it('says what is wrong as one types, sends nothing until it is right, then leads straight to the test', async ({ open, service }) => {
    const { joinUrl, testId } = await mint(service);
    const { page } = await open();
    const form = formOf(page);
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await page.goto(joinUrl);
    await page.getByText(`${organization} invites you to take this test. Tell us who you are to begin.`).waitFor();

    // Nothing is judged before it was left.
    await form.email.pressSequentially('ana@');
    expect(await page.getByText('This is not an email address.').count()).toBe(0);
    await form.name.focus();
    await page.getByText('This is not an email address.').waitFor();
    expect(await form.email.getAttribute('aria-invalid')).toBe('true');
    await form.name.fill('see www.example.com');
    await form.send.click();
    await page.getByText('Please check the fields marked below.').waitFor();
    await page.getByText('Write a name without a web address.').waitFor();
    expect(await focusedField(page)).toBe('emailId');
    await form.email.fill('ana@example.com');
    await page.getByText('Emails about this test go here.').waitFor();
    await form.name.fill('');
    await form.send.click();
    await page.getByText('Write your name.').waitFor();
    expect(await focusedField(page)).toBe('fullName');
    expect(sent).toEqual([]);

    await form.name.fill('Ana Núñez');
    await page.keyboard.press('Enter');
    const test = testPageOf(page);
    await test.button('Start the test').waitFor();
    await page.getByText('Hello Ana Núñez,').waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/take\//);
    expect(sent).toEqual([joinUrl]);
    await test.start();
    expect(await service.api.invitations(testId)).toMatchObject([
      { emailId: 'ana@example.com', fullName: 'Ana Núñez', status: 'In progress' },
    ]);

    // Back leads to where one came from, not to a form that would register again: the third one is of the test itself.
    expect(await page.evaluate(() => history.length)).toBe(3);
  });

  it('keeps what was typed when the server refuses a field, and says what it said', async ({ open, service }) => {
    const { joinUrl } = await mint(service);
    const { page } = await open({ allow: answersOf(400) });
    const form = formOf(page);
    await page.goto(joinUrl);
    await form.email.fill('ana@example.com');
    await form.name.fill('Ana Núñez');
    // The page's own rules are the server's, so a refusal has to be arranged: what it sends is made wrong on the way.
    await page.route(joinUrl, (route) =>
      route.request().method() === 'POST'
        ? route.continue({ postData: JSON.stringify({ emailId: 'ana', fullName: 'Ana' }) })
        : route.fallback(),
    );
    await form.send.click();
    await page.getByText('The server did not accept this:').waitFor();
    expect(await form.email.inputValue()).toBe('ana@example.com');
    await page.unroute(joinUrl);
    await form.send.click();
    await testPageOf(page).button('Start the test').waitFor();
  });

  it('for invited candidates only says so, refuses a stranger, and mails who is invited their own address', async ({ open, service }) => {
    const { joinUrl, register } = await mint(service, { inviteOnly: true });
    const { emailId, takeUrl } = await register();
    const { page } = await open({ allow: answersOf(403) });
    const form = formOf(page);
    await page.goto(joinUrl);
    await page.getByText('Only invited candidates can take this test').waitFor();
    await form.email.fill('stranger@example.com');
    await form.name.fill('A Stranger');
    await form.send.click();
    await page
      .getByText(`This email address is not invited. Use the address your invitation was sent to, or ask ${organization}.`)
      .waitFor();

    await form.email.fill(emailId.toUpperCase());
    await form.send.click();
    await testPageOf(page).heading('You are already invited').waitFor();
    // The address is shown to nobody but the owner of the mailbox.
    expect(await page.content()).not.toContain('/take/');
    const mail = await mailTo(service.directory, emailId);
    expect(mail.text).toContain(takeUrl);
    await page.goto(takeUrl);
    await testPageOf(page).start();
  });

  it('of a link that asks for confirmation mails an address; a press on its page, not its opening, leads to the test', async ({
    open,
    service,
  }) => {
    const { joinUrl, testId } = await mint(service, { confirmEmail: true });
    const { page } = await open();
    const form = formOf(page);
    const emailId = `visitor-${crypto.randomUUID()}@example.com`;
    await page.goto(joinUrl);
    await form.email.fill(emailId);
    await form.name.fill('Ana Núñez');
    await form.send.click();
    await testPageOf(page).heading('Open the email we sent you').waitFor();
    const mail = await mailTo(service.directory, emailId);
    expect(`${mail.subject} ${mail.text} ${JSON.stringify(mail.to)}`).not.toContain('Núñez');
    const url = await confirmationUrlTo(service, emailId);
    expect((await fetch(url)).status).toBe(200);
    const { invitations } = await service.api.get<InvitationPage>(`/manage/v1/tests/${testId}/invitations`);
    expect(invitations).toEqual([]);
    await page.goto(url);
    await page.getByText(emailId).waitFor();
    await testPageOf(page).button('Confirm and go on').click();
    await testPageOf(page).start();
  });

  it('of a closed link and of one not open yet says when', async ({ open, service }) => {
    const { page } = await open();
    const day = 86_400_000;
    await page.goto((await mint(service, { opensAt: Date.now() + day })).joinUrl);
    await testPageOf(page).heading('The test is not open yet').waitFor();
    await page.goto((await mint(service, { opensAt: Date.now() - 2 * day, closesAt: Date.now() - day })).joinUrl);
    await testPageOf(page).heading('The test is closed').waitFor();
  });
});
