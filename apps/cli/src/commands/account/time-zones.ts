import { findTimeZoneByName, timeZones } from '@assay/domain';
import { type CommandResult, makeOutput, type OutputOptions } from '../../output/output.ts';
import type { Context } from '../../support/context.ts';
import { offsetText } from '../../time/wall-clock.ts';

const normalize = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s_/.()-]+/g, ' ')
    .trim();

export const listTimeZones = async (context: Context, search: string | undefined, options: OutputOptions): Promise<CommandResult> => {
  const out = makeOutput(context, options);
  const wanted = normalize(search ?? '');
  const exact = search === undefined ? undefined : findTimeZoneByName(search);
  const found = timeZones.filter((zone) => normalize(`${zone.name} ${zone.zone}`).includes(wanted) || zone === exact);
  const now = context.now();
  return {
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
  };
};
