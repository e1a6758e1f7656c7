import type { Timeline } from '@assay/client';

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
};

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What happened in a few words, with what is known of it. */
export const timelineText = ({ type, data }: Timeline['timeline'][number]): string => {
  const details = Object.entries(data).map(([name, value]) => `${name} ${valueText(value)}`);
  return [words[type] ?? type, ...details].join(' · ');
};
