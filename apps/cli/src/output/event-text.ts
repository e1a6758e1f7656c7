import type { Timeline } from '@assay/client';

type TimelineEvent = Timeline['timeline'][number];

const words: Readonly<Record<string, string>> = {
  'invitation.registered': 'registered',
  'invitation.updated': 'registered again',
  'invitation.restored': 'invited again',
  'invitation.cancelled': 'cancelled',
  'invitation.reattempted': 'invited once more',
  'invitation.reattempt-of': 'is a reattempt',
  'attempt.started': 'started',
  'attempt.resumed': 'came back to the test',
  'attempt.completed': 'completed',
  'attempt.reset': 'attempt archived',
  'attempt.extended': 'extra time',
  'delivery.delivered': 'delivered',
  'delivery.failed': 'delivery failed',
  'answer.late': 'answer came too late',
  'report.generated': 'report generated',
  'report.failed': 'report failed',
  'camera.granted': 'camera granted',
  'camera.denied': 'camera denied',
  'camera.lost': 'camera lost',
};

/** Events hold instants as milliseconds since 1970; no other number of theirs is so large. */
const isInstant = (value: unknown): value is number => typeof value === 'number' && value >= 1e12;

const valueText = (value: unknown): string => {
  if (isInstant(value)) return `${new Date(value).toISOString().slice(0, 19).replace('T', ' ')}Z`;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** `extraMinutes` as `extra minutes`. */
const nameText = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** What happened, in a few words. */
export const eventText = ({ type }: Pick<TimelineEvent, 'type'>): string => words[type] ?? type;

/** What is known of it besides: `extra minutes 10, deadline 2026-03-01 09:45:00Z`. */
export const eventDetails = ({ data }: Pick<TimelineEvent, 'data'>): string =>
  Object.entries(data)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${nameText(name)} ${valueText(value)}`)
    .join(', ');
