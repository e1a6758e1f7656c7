import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { until } from './until.ts';

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
