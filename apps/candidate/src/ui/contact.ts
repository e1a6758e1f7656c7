/** What an account wrote as its support contact or privacy notice, and where it leads; null is plain text. */
type Contact = { readonly text: string; readonly href: string | null };

/** Only http(s) addresses and email addresses become links: anything else could run a script or fool the reader. */
export const contactOf = (written: string): Contact => {
  const text = written.trim();
  if (/^https?:\/\/\S+$/i.test(text)) return { text: text.replace(/^https?:\/\//i, '').replace(/\/$/, ''), href: text };
  if (/^(?:mailto:)?[^\s@<>?&:]+@[^\s@<>?&:]+\.[^\s@<>?&:]+$/i.test(text)) {
    const address = text.replace(/^mailto:/i, '');
    return { text: address, href: `mailto:${address}` };
  }
  return { text, href: null };
};

/** The host a redirect leads to, without `www.`; the address itself when it cannot be read. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : url);
