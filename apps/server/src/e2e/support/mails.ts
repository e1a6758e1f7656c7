import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@assay/testing';
import PostalMime, { type Email } from 'postal-mime';

/** The mails that a server without a mail server has written into its data directory. */
export const mailsIn = async (directory: string): Promise<Email[]> => {
  const mails = join(directory, 'mail');
  const names = (await readdir(mails).catch(() => [])).filter((name) => name.endsWith('.eml'));
  return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(mails, name)))));
};

/** The mails to an address, once there is one. */
export const mailsTo = (directory: string, address: string): Promise<Email[]> =>
  until(`a mail to ${address}`, async () => {
    const found = (await mailsIn(directory)).filter(({ to = [] }) => to.some((one) => one.address === address));
    return found.length === 0 ? undefined : found;
  });

/** The first mail to an address, once it is there. */
export const mailTo = async (directory: string, address: string): Promise<Email> => {
  const [mail] = await mailsTo(directory, address);
  if (mail === undefined) throw new Error('mailsTo resolves with at least one');
  return mail;
};
