import { findTimeZoneByName, timeZones } from '@assay/domain';
import { makeOutput } from '../../output/output.ts';
import { offsetText } from '../links/wall-clock.ts';
import type { CommonOptions } from '../support/session.ts';
import type { World } from '../support/world.ts';

const fold = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s_/.()-]+/g, ' ')
    .trim();

export const listTimeZones = async (world: World, search: string | undefined, options: CommonOptions): Promise<void> => {
  const out = makeOutput(world, options);
  const wanted = fold(search ?? '');
  const exact = search === undefined ? undefined : findTimeZoneByName(search);
  const found = timeZones.filter((zone) => fold(`${zone.name} ${zone.zone}`).includes(wanted) || zone === exact);
  const now = world.now();
  out.tell({
    json: { timeZones: found },
    ids: found.map(({ timeZoneId }) => timeZoneId),
    text: () =>
      found.length === 0
        ? `No time zone has ${JSON.stringify(search)} in its name. Try a city: assay timezones london`
        : out.table(
            [
              { head: 'ID', cell: ({ timeZoneId }) => timeZoneId, right: true, whole: true },
              { head: 'NAME', cell: ({ name }) => name },
              { head: 'IANA', cell: ({ zone }) => zone, whole: true },
              { head: 'NOW', cell: (zone) => offsetText(now, zone), whole: true },
            ],
            found,
          ),
  });
};
