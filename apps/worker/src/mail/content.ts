import { toLine } from './words.ts';

/** Text that people chose, set apart from ours: it may run in the other direction. */
export type Chosen = { readonly chosen: string };
export type Phrase = readonly (string | Chosen)[];

export type Score = { readonly score: string; readonly total: string };

/** What a mail says. The HTML and the plain text are both made of this, so that neither can say less than the other. */
export type MailContent = {
  readonly organization: Chosen;
  /** The line that lists of mails show after the subject. */
  readonly preheader: string;
  readonly heading: Phrase;
  readonly paragraphs: readonly Phrase[];
  readonly score: Score | null;
  readonly sections: readonly (Score & { readonly name: Chosen })[];
  readonly facts: readonly { readonly label: string; readonly value: Phrase }[];
  /** The one thing to do; null when there is nothing. */
  readonly action: { readonly label: string; readonly url: string } | null;
  readonly notes: readonly Phrase[];
};

export const chosen = (text: string): Chosen => ({ chosen: toLine(text) });

/** Score as a share of the maximum in percent, null where the maximum is 0; below 0 when penalties outweigh. */
export const percentOf = ({ score, total }: Score): number | null =>
  Number(total) > 0 ? Math.round((100 * Number(score)) / Number(total)) : null;
