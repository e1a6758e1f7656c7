import { minutesInWords } from '@assay/domain';
import type { ConfirmationEmail, InvitationEmail } from '@assay/operations';
import { formatAccess, toLine } from './words.ts';

/** Text from users, separate from ours because it may run in the other direction. */
export type Chosen = { readonly chosen: string };
export type Phrase = readonly (string | Chosen)[];

export type Score = { readonly score: string; readonly total: string };

/** The content of a mail. HTML and plain text are both rendered from it, so that they say the same. */
export type MailContent = {
  readonly organization: Chosen;
  /** The preview that lists of mails show after the subject. */
  readonly preheader: string;
  readonly heading: Phrase;
  readonly paragraphs: readonly Phrase[];
  readonly score: Score | null;
  readonly sections: readonly (Score & { readonly name: Chosen })[];
  readonly facts: readonly { readonly label: string; readonly value: Phrase }[];
  /** Shown as a button; null if the mail has none. */
  readonly action: { readonly label: string; readonly url: string } | null;
  readonly notes: readonly Phrase[];
};

export const chosen = (text: string): Chosen => ({ chosen: toLine(text) });

/** Without a name where the candidate's address is not confirmed. */
export const greeting = (fullName: string | null): Phrase => (fullName === null ? ['Hello,'] : ['Hello ', chosen(fullName), ',']);

/** What a candidate should know of a test before it starts. */
export const factsBefore = ({ questions, duration, access }: ConfirmationEmail | InvitationEmail): MailContent['facts'] => {
  const open = formatAccess(access);
  return [
    { label: 'Questions', value: [String(questions)] },
    { label: 'Time', value: [minutesInWords(duration)] },
    ...(open === null ? [] : [{ label: 'Open', value: [open] }]),
  ];
};
