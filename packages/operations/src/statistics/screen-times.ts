import { type ScreenTimes, screenTimes } from '@assay/domain';
import { type Db, places, windowEvents } from '@assay/store';

type Attempted = Parameters<typeof places.listVisits>[1] & { readonly startedAt: number; readonly completedAt: number };
type Events = Parameters<typeof screenTimes>[0]['events'];

/** How long each question of a completed attempt was on the screen. `events`: those of the attempt, if they were read already. */
export const readScreenTimes = async (db: Db, attempted: Attempted, events?: Events): Promise<ScreenTimes> =>
  screenTimes({ ...attempted, ...(await places.listVisits(db, attempted)), events: events ?? (await windowEvents.list(db, attempted)) });
