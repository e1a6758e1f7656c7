import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { until } from '../../support/until.ts';
import type { House } from './browser.ts';

/** The first mail to `address`, once it is there as an .eml file. */
export const mailTo = (house: House, address: string): Promise<Email> =>
  until(`a mail to ${address}`, async () => {
    for (const name of await readdir(house.mails).catch(() => [])) {
      if (!name.endsWith('.eml')) continue;
      const mail = await PostalMime.parse(await readFile(join(house.mails, name)));
      if (mail.to?.some((one) => one.address === address)) return mail;
    }
    return undefined;
  });
