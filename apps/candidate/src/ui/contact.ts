/** An account's support contact or privacy notice, with its link; null is plain text. */
type Contact = { readonly text: string; readonly href: string | null };

/** Only http(s) and email addresses become links: anything else could run a script or mislead the reader. */
export const contactOf = (written: string): Contact => {
  const text = written.trim();
  if (/^https?:\/\/\S+$/i.test(text)) return { text: text.replace(/^https?:\/\//i, '').replace(/\/$/, ''), href: text };
  if (/^(?:mailto:)?[^\s@<>?&:]+@[^\s@<>?&:]+\.[^\s@<>?&:]+$/i.test(text)) {
    const address = text.replace(/^mailto:/i, '');
    return { text: address, href: `mailto:${address}` };
  }
  return { text, href: null };
};

/** The host of a URL without `www.`; the text itself if it is not a URL. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : url);
