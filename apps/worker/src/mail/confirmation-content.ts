import type { ConfirmationEmail } from '@assay/operations';
import { chosen, factsBefore, type MailContent } from './content.ts';
import { formatInstant } from './words.ts';

/** The mail to an address that somebody typed into a join page. It holds nothing else that they typed. */
export const confirmationContent = (email: ConfirmationEmail): MailContent => {
  const { testName, confirmUrl, expiresAt, zone } = email;
  const organization = chosen(email.organization);
  return {
    organization,
    preheader: 'One more step before you can take the test.',
    heading: [chosen(testName)],
    paragraphs: [
      ['Hello,'],
      ['somebody gave this email address to register for the test “', chosen(testName), '” of ', organization, '.'],
      ['If it was you, confirm the address to go on. If not, do nothing: nobody is registered until then.'],
    ],
    score: null,
    sections: [],
    facts: factsBefore(email),
    action: { label: 'Confirm the address', url: confirmUrl },
    notes: [
      [`The link works until ${formatInstant(expiresAt, zone)}. Opening it does not start the clock of the test.`],
      ['If something is unclear, reply to this email.'],
    ],
  };
};
