import type { AccountInput } from '@assay/client';
import type { AccountSummary } from '@assay/domain';
import type { Output } from '../../output/output.ts';
import { oneLine } from '../../output/text.ts';
import { whenUtc } from '../../output/when.ts';
import { requireZone } from '../links/change.ts';
import type { AccountOptions } from '../settings.ts';
import { UsageError } from '../support/failures.ts';
import { type CommonOptions, openSession } from '../support/session.ts';
import type { World } from '../support/world.ts';

const tell = (out: Output, account: AccountSummary): void =>
  out.tell({
    json: account,
    ids: [account.accountId],
    text: () =>
      [
        out.paint('strong', oneLine(account.name)),
        out.facts([
          ['Account', account.accountId],
          ['Email', account.email],
          ['Zone', account.timeZone],
          ['Support', account.support ?? 'none: candidates are told nobody to ask'],
          ['Privacy', account.privacy ?? 'none: candidates are told nothing of their data'],
          ['Tests', account.tests],
          ['Since', whenUtc(account.createdAt)],
        ]),
      ].join('\n'),
  });

export const showAccount = async (world: World, options: CommonOptions): Promise<void> => {
  const { out, client, call } = await openSession(world, options);
  tell(out, await client.getAccount({}, call));
};

/** `--no-…` and an empty text take a notice away. */
const notice = (text: string | false): string | null => (text === false || text.trim() === '' ? null : text);

export const setAccount = async (world: World, options: AccountOptions): Promise<void> => {
  const { name, email, zone, support, privacy } = options;
  const changes: AccountInput = {
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(zone === undefined ? {} : { timeZoneId: requireZone(zone).timeZoneId }),
    ...(support === undefined ? {} : { support: notice(support) }),
    ...(privacy === undefined ? {} : { privacy: notice(privacy) }),
  };
  if (Object.keys(changes).length === 0) throw new UsageError('Nothing to change was named.', 'See what can be: assay account set --help');
  const { out, client, call } = await openSession(world, options);
  tell(out, await client.updateAccount(changes, call));
};
