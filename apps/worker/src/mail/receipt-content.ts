import type { ReceiptEmail } from '@assay/operations';
import { chosen, greeting, type MailContent } from './content.ts';
import { formatInstant, plural } from './words.ts';

const endings: Record<ReceiptEmail['completedBy'], string> = {
  candidate: 'when you submitted it',
  deadline: 'when the time was over',
};

/** The receipt for a candidate who has completed a test. Without the score, which the organization may share. */
export const receiptContent = (email: ReceiptEmail): MailContent => {
  const { fullName, testName, answered, questions, completedAt, completedBy, zone, support } = email;
  const organization = chosen(email.organization);
  return {
    organization,
    preheader: `${answered} of ${plural(questions, 'question')} answered. Nothing more is left for you to do.`,
    heading: ['We have received your answers'],
    paragraphs: [greeting(fullName), ['your answers to “', chosen(testName), '” are with ', organization, '.']],
    score: null,
    sections: [],
    facts: [
      { label: 'Answered', value: [`${answered} of ${plural(questions, 'question')}`] },
      { label: 'Completed', value: [`${formatInstant(completedAt, zone)}, ${endings[completedBy]}`] },
    ],
    action: null,
    notes: [
      ['Keep this email as your receipt.'],
      support === null ? ['If you have a question, reply to it.'] : ['If you have a question: ', chosen(support)],
    ],
  };
};
