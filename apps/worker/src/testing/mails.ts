import { noFigures } from '@assay/domain';
import type { ConfirmationEmail, InvitationEmail, ReceiptEmail, StakeholderEmail } from '@assay/operations';
import type { Sender } from '@assay/runtime';

export const mailFrom = 'tests@assay.example';
export const sender: Sender = { name: null, address: mailFrom };
export const mailTimeouts = { connection: 10_000, greeting: 10_000, socket: 30_000 };

const tokyo = { timeZoneId: 0, name: 'Tokyo Standard Time', zone: 'Asia/Tokyo' };

export const invitationEmail: InvitationEmail = {
  kind: 'invitation-email',
  deliveryId: 42,
  messageId: 'msg_1_16',
  to: 'ana@example.com',
  fullName: 'Ana Núñez 王',
  organization: 'Ätna & Söhne',
  replyTo: 'hiring@acme.example',
  testName: 'JavaScript <in depth>',
  duration: 90,
  questions: 80,
  access: { mode: 'slot-wise', start: Date.UTC(2026, 10, 1), end: Date.UTC(2026, 11, 31, 9), zone: tokyo },
  imageProctoring: true,
  support: 'help@acme.example',
  privacy: 'https://acme.example/privacy',
  takeTestURL: 'https://assay.example/take/1-2-1.abc_-def?a=1&b=2',
};

export const confirmationEmail: ConfirmationEmail = {
  kind: 'confirmation-email',
  deliveryId: 45,
  messageId: 'msg_1_19',
  to: 'ana@example.com',
  organization: 'Ätna & Söhne',
  replyTo: 'hiring@acme.example',
  testName: 'JavaScript <in depth>',
  duration: 90,
  questions: 80,
  access: null,
  confirmUrl: 'https://assay.example/join/confirm/abc_-def',
  expiresAt: Date.UTC(2026, 10, 22, 10, 2),
  zone: 'Europe/Madrid',
};

export const receiptEmail: ReceiptEmail = {
  kind: 'receipt-email',
  deliveryId: 44,
  messageId: 'msg_1_18',
  to: 'ana@example.com',
  fullName: 'Ana Núñez 王',
  organization: 'Ätna & Söhne',
  replyTo: 'hiring@acme.example',
  testName: 'JavaScript <in depth>',
  duration: 90,
  questions: 80,
  answered: 77,
  support: 'help@acme.example',
  completedAt: Date.UTC(2026, 10, 21, 10, 2),
  completedBy: 'candidate',
  zone: 'Europe/Madrid',
};

export const stakeholderEmail: StakeholderEmail = {
  kind: 'stakeholder-email',
  deliveryId: 43,
  messageId: 'msg_1_17',
  to: 'boss@example.com',
  organization: 'Ätna & Söhne',
  replyTo: 'hiring@acme.example',
  testName: 'JavaScript <in depth>',
  duration: 90,
  report: {
    accountName: 'Ätna & Söhne',
    brand: { color: null, logo: null },
    candidate: { fullName: 'Ana Núñez 王', emailId: 'ana@example.com' },
    testInvitationId: 7,
    testName: 'JavaScript <in depth>',
    attemptedOn: Date.UTC(2026, 10, 21, 9, 15),
    completedAt: Date.UTC(2026, 10, 21, 10, 2),
    completedBy: 'candidate',
    generatedAt: Date.UTC(2026, 10, 21, 10, 3),
    zone: 'Europe/Madrid',
    secondsTaken: 47 * 60,
    duration: 90,
    ...noFigures,
    score: '61.5',
    totalScore: '80',
    images: { count: 0, shown: [] },
    group: null,
    remarks: [],
    sections: [
      {
        sectionName: 'Scope & values',
        sectionType: 'general questions',
        sectionScore: '50',
        candidateScore: '42',
        seconds: null,
        questions: [],
      },
      { sectionName: 'Types', sectionType: 'general questions', sectionScore: '30', candidateScore: '19.5', seconds: null, questions: [] },
    ],
    wv: 2,
    tv: 65,
  },
  testLinkName: 'Campus 2026',
  reportPdfUrl: 'https://assay.example/report/1-2.pdf?expires=1&signature=abc',
  linkExpiresAt: Date.UTC(2026, 11, 21, 23, 30),
};

export const stakeholderEmailOf = (report: Partial<StakeholderEmail['report']>): StakeholderEmail => ({
  ...stakeholderEmail,
  report: { ...stakeholderEmail.report, ...report },
});

/** The names of the header fields as a mail server reads them, and how often each is there. */
export const headerFields = (raw: string): string[] => {
  const [head = ''] = raw.split(/\r?\n\r?\n/);
  return head
    .split(/\r?\n/)
    .filter((line) => !/^[ \t]/.test(line))
    .map((line) => line.split(':')[0]?.toLowerCase() ?? '')
    .sort();
};

/** All that a mail has at its head, whatever its names hold. */
export const expectedFields = [
  'auto-submitted',
  'content-language',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
  'x-auto-response-suppress',
];

/** Names that would end a header, add a recipient or run markup if they were taken as they are. */
export const hostileNames = [
  'Eve\r\nBcc: x@evil.example',
  'Eve\nBcc: x@evil.example\n\nbody',
  'Eve\r\n\r\n<script>alert(1)</script>',
  'Eve\u2028Bcc: x@evil.example\u0085Cc: y@evil.example\u0000',
  '"Eve" <a@evil.example>, c@evil.example',
  'Eve", x@evil.example, "',
  'group: x@evil.example, y@evil.example;',
  '=?utf-8?Q?Eve=0D=0ABcc:_x@evil.example?=',
  '\u202eevE\u202c <b>\ud800 & \\',
];
