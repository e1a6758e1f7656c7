import type { Email } from '@assay/operations';
import { describe, expect, it } from 'vitest';
import {
  confirmationEmail,
  hostileNames,
  invitationEmail,
  mailFrom,
  receiptEmail,
  sender,
  stakeholderEmail,
  stakeholderEmailOf,
} from '../testing/mails.ts';
import { composeMessage } from './messages.ts';
import { stakeholderContent } from './stakeholder-content.ts';

const compose = (email: Email) => {
  const { subject = '', text, html, messageId } = composeMessage(email, sender);
  if (typeof text !== 'string' || typeof html !== 'string') throw new Error('a mail has a text and an html part');
  return { subject, text, html, messageId };
};

/** What a reader sees of an HTML mail: its text, without tags and escapes. */
const seen = (html: string): string =>
  html
    .replace(/<head>.*?<\/head>/su, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ');

describe('an invitation email', () => {
  it('names organization, test, duration, access, address and rules, in both parts', () => {
    const { subject, text, html } = compose(invitationEmail);
    expect(subject).toBe('Your test: JavaScript <in depth>');
    for (const words of [inOneLine(text), seen(html)]) {
      expect(words).toMatch(/Hello\s+Ana Núñez 王\s*,/);
      expect(words).toMatch(/Ätna & Söhne\s+invites you to take the test “\s*JavaScript <in depth>\s*”/);
      expect(words).toMatch(
        /Questions\s+80 .*Time\s+1 hour 30 minutes .*Open\s+every day 09:00–18:00, 1 Nov–31 Dec 2026, Tokyo time \(GMT\+9\)/,
      );
      expect(words).toContain('Start the test');
      expect(words).toContain(invitationEmail.takeTestURL);
      expect(words).toContain('do not pass it on');
    }
    expect(html).toContain('<a href="https://assay.example/take/1-2-1.abc_-def?a=1&amp;b=2"');
  });

  it('says what the camera does, whom to ask and where the privacy notice is, and nothing of what there is not', () => {
    const { text, html } = compose(invitationEmail);
    for (const words of [inOneLine(text), seen(html)]) {
      expect(words).toMatch(/Your camera takes pictures during the test, which\s+Ätna & Söhne\s+can see\. The page asks you first/);
      expect(words).toMatch(/If something is unclear:\s+help@acme\.example/);
      expect(words).toMatch(/Privacy notice:\s+https:\/\/acme\.example\/privacy/);
    }
    const bare = compose({ ...invitationEmail, access: null, imageProctoring: false, support: null, privacy: null });
    for (const words of [inOneLine(bare.text), seen(bare.html)]) {
      expect(words).not.toMatch(/Open:? +every|camera|Privacy/i);
      expect(words).toContain('If something is unclear, reply to this email.');
    }
  });
});

describe('a confirmation email', () => {
  it('names organization, test, address and until when it works, in both parts, and greets nobody by name', () => {
    const { subject, text, html } = compose(confirmationEmail);
    expect(subject).toBe('Confirm your address: JavaScript <in depth>');
    expect(composeMessage(confirmationEmail, sender).to).toEqual({ name: '', address: 'ana@example.com' });
    for (const words of [inOneLine(text), seen(html)]) {
      expect(words).toMatch(
        /Hello, somebody gave this email address to register for the test “\s*JavaScript <in depth>\s*” of\s+Ätna & Söhne/,
      );
      expect(words).toContain(confirmationEmail.confirmUrl);
      expect(words).toContain('The link works until Sunday 22 November 2026, 11:02 (Europe/Madrid).');
    }
  });
});

describe.each([invitationEmail, receiptEmail])('an email to an address that is not confirmed: $kind', (email) => {
  it('greets without a name, and has none in its To:', () => {
    const unnamed = { ...email, fullName: null };
    const { text, html } = compose(unnamed);
    for (const words of [inOneLine(text), seen(html)]) expect(words).toMatch(/Hello, (?!,)/);
    expect(composeMessage(unnamed, sender).to).toEqual({ name: '', address: 'ana@example.com' });
    expect(compose(email).text).toContain('Hello Ana');
  });
});

describe('a receipt email', () => {
  it('names test, answered questions and time, in both parts', () => {
    const { subject, text, html } = compose(receiptEmail);
    expect(subject).toBe('Received: JavaScript <in depth>');
    for (const words of [inOneLine(text), seen(html)]) {
      expect(words).toContain('We have received your answers');
      expect(words).toMatch(/Hello\s+Ana Núñez 王\s*,/);
      expect(words).toMatch(/your answers to “\s*JavaScript <in depth>\s*” are with\s+Ätna & Söhne/);
      expect(words).toMatch(/Answered\s+77 of 80 questions/);
      expect(words).toMatch(/Completed\s+Saturday 21 November 2026, 11:02 \(Europe\/Madrid\), when you submitted it/);
      expect(words).toContain('Keep this email as your receipt.');
    }
  });

  it('says that the deadline completed the attempt', () => {
    const { text, html } = compose({ ...receiptEmail, completedBy: 'deadline' });
    for (const words of [inOneLine(text), seen(html)]) {
      expect(words).toContain('11:02 (Europe/Madrid), when the time was over');
      expect(words).not.toContain('you submitted');
    }
  });

  it.each([
    [0, 80, '0 of 80 questions'],
    [80, 80, '80 of 80 questions'],
    [1, 1, '1 of 1 question'],
    [0, 1, '0 of 1 question'],
  ])('%i of %i answered is "%s"', (answered, questions, words) => {
    const { text, html } = compose({ ...receiptEmail, answered, questions });
    expect(inOneLine(text)).toMatch(new RegExp(`Answered:?\\s+${words}(?!s)`));
    expect(seen(html)).toMatch(new RegExp(`Answered:?\\s+${words}(?!s)`));
  });

  it('has no score, no bar and nothing to press', () => {
    const { subject, text, html } = compose(receiptEmail);
    expect(`${subject}${text}${html.replace(/<head>.*?<\/head>/su, '')}`).not.toMatch(/score|%\)|class="(fill|track)"/i);
    expect(html).not.toContain('<a ');
    expect(text).not.toMatch(/https?:/);
  });
});

describe('a stakeholder email', () => {
  it('says nothing of an end of its link where there is none', () => {
    const { text, html } = compose({ ...stakeholderEmail, linkExpiresAt: null });
    for (const words of [inOneLine(text), seen(html)]) {
      expect(words).not.toContain('works until');
      expect(words).toContain('It opens the report without a password');
    }
  });

  it('shows candidate, test, scores, times, window violations, and the address of the report with its expiry, in both parts', () => {
    const { subject, text, html } = compose(stakeholderEmail);
    expect(subject).toBe('Ana Núñez 王 completed JavaScript <in depth>: 61.5 of 80');
    for (const words of [inOneLine(text), seen(html)]) {
      expect(words).toMatch(/Ana Núñez 王\s+completed\s+JavaScript <in depth>/);
      expect(words).toMatch(/61\.5\s+of 80 \(76\.88%\)/);
      expect(words).toMatch(/Scope & values\s*:?\s+42 of 50/);
      expect(words).toMatch(/Types\s*:?\s+19\.5 of 30/);
      expect(words).toMatch(/Email\s+ana@example\.com .*Test link\s+Campus 2026/);
      expect(words).toMatch(/Started\s+Saturday 21 November 2026, 10:15 \(Europe\/Madrid\)/);
      expect(words).toMatch(/Completed\s+Saturday 21 November 2026, 11:02 \(Europe\/Madrid\), submitted by the candidate/);
      expect(words).toMatch(/Time taken\s+47 minutes of 1 hour 30 minutes/);
      expect(words).toMatch(/Proctoring\s+2 window violations, 1 minute 5 seconds outside/);
      expect(words).toContain('Open the report (PDF)');
      expect(words).toContain(stakeholderEmail.reportPdfUrl);
      expect(words).toContain('works until Tuesday 22 December 2026, 00:30 (Europe/Madrid)');
    }
    expect(html).toContain('<a href="https://assay.example/report/1-2.pdf?expires=1&amp;signature=abc"');
  });

  it.each([
    [{ wv: 0, tv: 0 }, 'No window violations'],
    [{ wv: 1, tv: 0 }, '1 window violation, less than a second outside'],
    [{ wv: 1, tv: 5 }, '1 window violation, 5 seconds outside'],
  ])('puts window violations %o into words', (violations, words) => {
    const { text, html } = compose(stakeholderEmailOf(violations));
    expect(text).toContain(words);
    expect(html).toContain(words);
  });

  it('says first whether the pass mark was reached', () => {
    const content = stakeholderContent(stakeholderEmailOf({ testResult: 'Pass', passPercent: '60' }));
    expect(content.facts[0]).toEqual({ label: 'Result', value: ['Pass: 60% needed'] });
    expect(content.preheader).toMatch(/^Pass\. Score 61\.5 of 80/);
    expect(stakeholderContent(stakeholderEmail).facts.map(({ label }) => label)).not.toContain('Result');
  });

  it('says that the deadline completed the attempt, and leaves out a missing test link', () => {
    const { text, html } = compose({ ...stakeholderEmailOf({ completedBy: 'deadline' }), testLinkName: '' });
    expect(inOneLine(text)).toContain('by itself, when the time was over');
    expect(`${text}${html}`).not.toContain('Test link');
  });

  it.each([
    ['-3', '80', '-3 of 80 (-3.75%)', '100%'],
    ['0', '0', '0 of 0', '100%'],
    ['80', '80', '80 of 80 (100%)', '100%'],
    ['20', '80', '20 of 80 (25%)', '25%'],
  ])('shows %s of %s with a bar that stays within its bounds', (score, totalScore, words, width) => {
    const { text, html } = compose(stakeholderEmailOf({ score, totalScore, sections: [] }));
    expect(text).toContain(`${words}\n`);
    expect(seen(html)).toMatch(new RegExp(words.replace(' of', '\\s+of').replace(/[()]/g, '\\$&')));
    const widths = [...html.matchAll(/class="(fill|track)" width="([^"]*)"/g)].map(([, , percent]) => percent);
    expect(widths[0]).toBe(width);
    expect(widths.map((percent) => Number.parseInt(percent ?? '', 10)).reduce((sum, percent) => sum + percent, 0)).toBe(100);
  });
});

describe.each([
  ['invitation', (name: string): Email => ({ ...invitationEmail, fullName: name, testName: name, organization: name })],
  ['receipt', (name: string): Email => ({ ...receiptEmail, fullName: name, testName: name, organization: name })],
  [
    'stakeholder',
    (name: string): Email => ({
      ...stakeholderEmailOf({
        candidate: { fullName: name, emailId: name },
        sections: [
          { sectionName: name, sectionType: 'general questions', sectionScore: '1', candidateScore: '1', seconds: null, questions: [] },
        ],
      }),
      testName: name,
      testLinkName: name,
      organization: name,
    }),
  ],
])('the %s email', (_kind, withName) => {
  const tagsOf = (html: string): string[] => html.match(/<\/?[a-z!][^>]*>/giu) ?? [];

  it('takes no markup, line break or direction override from a name', () => {
    const plain = tagsOf(compose(withName('Eve')).html);
    for (const name of [...hostileNames, `<img src=x onerror="alert('1')">&amp;`]) {
      const { subject, text, html } = compose(withName(name));
      expect(tagsOf(html)).toEqual(plain);
      expect(subject).not.toMatch(/\p{Cc}/u);
      expect(text).not.toMatch(/[^\P{Cc}\n]/u);
      expect(`${subject}${text}${html}`).not.toMatch(/[\u202a-\u202e\u2028\u2029\p{Surrogate}]/u);
    }
  });

  it('shows the very name, not its escapes', () => {
    const name = `O'Neil & "Sons" <b>`;
    const { text, html } = compose(withName(name));
    expect(text).toContain(name);
    expect(seen(html)).toContain(name);
    expect(html).toContain(`O'Neil &amp; &quot;Sons&quot; &lt;b>`);
  });

  it('lets every name find its own direction', () => {
    const { text, html } = compose(withName('محمد'));
    const column = html.slice(html.indexOf('<table'));
    expect(column).toContain('<span dir="auto">محمد</span>');
    expect(column.replaceAll('<span dir="auto">محمد</span>', '')).not.toContain('محمد');
    expect(text).toContain('\u2068محمد\u2069');
    expect(html).toMatch(/<html lang="en" dir="ltr">/);
  });

  it('has a subject that lists of mails show whole, with the score, and lines of at most 78 columns', () => {
    const { subject, text } = compose(withName('long name '.repeat(20)));
    expect(subject.length).toBeLessThanOrEqual(120);
    expect(subject).toMatch(/^(Your test|Received): long .*…$|^long name .*… completed long .*…: 61\.5 of 80$/);
    expect(inOneLine(text)).toContain('long name '.repeat(20).trim());
    for (const line of text.split('\n').filter((one) => !one.startsWith('https://'))) expect([...line].length).toBeLessThanOrEqual(78);
  });
});

describe('a Message-ID', () => {
  const idOf = (email: Email, address = mailFrom) => composeMessage(email, { name: null, address }).messageId;

  it.each([
    [mailFrom, /^<msg_1_16\.[0-9a-f]{16}@assay\.example>$/],
    ['tests@bücher.example', /^<msg_1_16\.[0-9a-f]{16}@xn--bcher-kva\.example>$/],
  ])('is of the delivery, what it says and the domain of %s', (address, form) => {
    expect(idOf(invitationEmail, address)).toMatch(form);
  });

  it.each<[string, Email, Email]>([
    ['a score', stakeholderEmail, { ...stakeholderEmail, report: { ...stakeholderEmail.report, score: '62' } }],
    ['a take URL', invitationEmail, { ...invitationEmail, takeTestURL: 'https://assay.example/take/1-2-2.x' }],
  ])('is another one where a retry says something newer, which mailboxes would hide: %s', (_, before, after) => {
    expect(idOf(after)).not.toBe(idOf(before));
  });

  it.each<[string, Email, Email]>([
    ['report', stakeholderEmail, { ...stakeholderEmail, reportPdfUrl: 'https://assay.example/report/later', linkExpiresAt: 5 }],
    ['confirmation', confirmationEmail, { ...confirmationEmail, confirmUrl: 'https://assay.example/join/confirm/later' }],
  ])('is the same where only the URL of the %s was signed again', (_, before, after) => {
    expect(idOf(after)).toBe(idOf(before));
  });
});

describe('the sender of a mail', () => {
  it('has the name of the organization, and replies go to the account', () => {
    const { from, replyTo } = composeMessage(invitationEmail, sender);
    expect([from, replyTo]).toEqual([
      { name: invitationEmail.organization, address: mailFrom },
      { name: invitationEmail.organization, address: invitationEmail.replyTo },
    ]);
  });

  it('has its own name if the installation gives it one; without an address of the account replies go to the sender', () => {
    const message = composeMessage({ ...invitationEmail, replyTo: null }, { name: 'Acme Tests', address: mailFrom });
    expect(message.from).toEqual({ name: 'Acme Tests', address: mailFrom });
    expect(message).not.toHaveProperty('replyTo');
  });
});
