import { minutesInWords } from '@assay/domain';
import type { InvitationEmail } from '@assay/operations';
import { chosen, factsBefore, greeting, type MailContent } from './content.ts';
import { plural, toLine } from './words.ts';

/** The invitation of a candidate. */
export const invitationContent = (email: InvitationEmail): MailContent => {
  const { fullName, testName, duration, questions, imageProctoring, support, privacy, takeTestURL } = email;
  const organization = chosen(email.organization);
  return {
    organization,
    preheader: `${toLine(email.organization)} invites you: ${plural(questions, 'question')}, ${minutesInWords(duration)}.`,
    heading: [chosen(testName)],
    paragraphs: [greeting(fullName), [organization, ' invites you to take the test “', chosen(testName), '”.']],
    score: null,
    sections: [],
    facts: factsBefore(email),
    action: { label: 'Start the test', url: takeTestURL },
    notes: [
      [
        'Opening this link does not start the clock. The time begins when you press “Start the test” on the page, and it does not stop after that.',
      ],
      ['The link is yours alone: anyone who has it can answer in your name, so do not pass it on.'],
      ...(imageProctoring
        ? [
            [
              'Your camera takes pictures during the test, which ',
              organization,
              ' can see. The page asks you first; you can take the test without.',
            ],
          ]
        : []),
      support === null ? ['If something is unclear, reply to this email.'] : ['If something is unclear: ', chosen(support)],
      ...(privacy === null ? [] : [['Privacy notice: ', chosen(privacy)]]),
    ],
  };
};
