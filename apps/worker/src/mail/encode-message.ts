import MimeNode from 'nodemailer/lib/mime-node';
import { encode, wrap } from 'nodemailer/lib/qp';

type Address = { readonly name: string; readonly address: string };

export type Message = {
  readonly from: Address;
  readonly to: Address;
  readonly replyTo?: Address;
  readonly subject: string;
  readonly messageId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly html: string;
};

const part = (type: string, content: string): string =>
  `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${wrap(encode(content.replaceAll('\n', '\r\n')))}`;

/**
 * The bytes of a mail, and who gets it. Headers, addresses and encodings are nodemailer's; the parts are put together here, because it makes
 * of each a chain of streams, which took longer than all else that a mail takes.
 */
export const encodeMessage = ({ from, to, replyTo, subject, messageId, headers, text, html }: Message) => {
  const root = new MimeNode('multipart/alternative');
  root.addHeader(headers);
  root.setHeader({ from, to, ...(replyTo === undefined ? {} : { 'reply-to': replyTo }), subject, 'message-id': messageId });
  const head = root.buildHeaders();
  const boundary = `--${root.boundary}`;
  const raw = `${head}\r\n\r\n${boundary}\r\n${part('text/plain', text)}\r\n${boundary}\r\n${part('text/html', html)}\r\n${boundary}--\r\n`;
  // Without the id nodemailer would make one of its own and not use it.
  return { raw: Buffer.from(raw), envelope: root.getEnvelope(), messageId };
};
