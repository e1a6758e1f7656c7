import type { Timeline } from '@assay/client';
import type { TimelineType } from '@assay/domain';

type TimelineEvent = Timeline['timeline'][number];

const words = {
  'invitation.registered': 'registered',
  'invitation.updated': 'registered again',
  'invitation.renamed': 'name changed',
  'invitation.restored': 'invited again',
  'invitation.cancelled': 'cancelled',
  'invitation.superseded': 'replaced by a newer invitation',
  'invitation.reattempted': 'invited once more',
  'invitation.reattempt-of': 'is a reattempt',
  'attempt.started': 'started',
  'attempt.taken-over': 'continued in another window',
  'attempt.completed': 'completed',
  'attempt.reset': 'attempt archived',
  'attempt.extended': 'extra time',
  'delivery.delivered': 'delivered',
  'delivery.failed': 'delivery failed',
  'answer.late': 'answer came too late',
  'answer.set-aside': 'other answer set aside',
  'answer.counted-late': 'late answer counts',
  'recording.stopped': 'recording stopped',
  'report.generated': 'report generated',
  'report.failed': 'report failed',
  'report.regraded': 'graded again',
  'grading.failed': 'grading failed',
  'report-url.revoked': 'report URLs revoked',
  'camera.granted': 'camera granted',
  'camera.denied': 'camera denied',
  'camera.lost': 'camera lost',
} as const satisfies Record<TimelineType, string>;

const isKnown = (type: string): type is TimelineType => Object.hasOwn(words, type);

/** Events hold instants as milliseconds since 1970; none of their other numbers is as large. */
const isInstant = (value: unknown): value is number => typeof value === 'number' && value >= 1e12;

const valueText = (value: unknown): string => {
  if (isInstant(value)) return `${new Date(value).toISOString().slice(0, 19).replace('T', ' ')}Z`;
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Of these the value says enough, or another word does. */
const shortNames: Readonly<Record<string, string>> = { emailId: '', kind: '', deliveryId: 'delivery', durationMinutes: 'minutes' };

/** `extraMinutes` as `extra minutes`. */
const nameText = (name: string): string => shortNames[name] ?? name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** An attempt starts at the time of its event, mostly without extra minutes, and its deadline is never after the window's end. */
const isPlain = (name: string, value: unknown): boolean =>
  value === null || name === 'startedAt' || name === 'windowEnd' || (name === 'extraMinutes' && value === 0);

/** What happened, in a few words. A newer server may send a type that this version has no words for: it is shown as it is. */
export const eventText = ({ type }: Pick<TimelineEvent, 'type'>): string => (isKnown(type) ? words[type] : type);

const detailsText = (data: TimelineEvent['data']): string =>
  Object.entries(data)
    .filter(([name, value]) => !isPlain(name, value))
    .map(([name, value]) => `${nameText(name)} ${valueText(value)}`.trimStart())
    .join(', ');

/** `from Ana to Bea, by the key ATS`. */
const renamedText = ({ from, to, keyId, keyName }: TimelineEvent['data']): string => {
  const by = typeof keyName === 'string' ? `the key ${keyName}` : typeof keyId === 'number' ? `key ${keyId}` : 'the operator';
  return `from ${valueText(from)} to ${valueText(to)}, by ${by}`;
};

/** The data of the event: `extra minutes 10, deadline 2026-03-01 09:45:00Z`. */
export const eventDetails = ({ type, data }: Pick<TimelineEvent, 'type' | 'data'>): string =>
  type === 'invitation.renamed' ? renamedText(data) : detailsText(data);
