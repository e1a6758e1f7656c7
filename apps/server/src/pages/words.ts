import type { WireAccess } from '@assay/domain';

export const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** `1 hour 30 minutes` */
export const formatMinutes = (minutes: number): string => {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return [hours > 0 ? plural(hours, 'hour') : '', rest > 0 || hours === 0 ? plural(rest, 'minute') : ''].filter(Boolean).join(' ');
};

/** Time from one instant to another, rounded down, so that nobody is promised a minute too much; seconds below two minutes. */
export const formatTimeLeft = (from: string, until: string): string => {
  const seconds = Math.max(0, Math.floor((Date.parse(until) - Date.parse(from)) / 1000));
  return seconds < 120 ? plural(seconds, 'second') : formatMinutes(Math.floor(seconds / 60));
};

// The page cannot know the candidate's zone without a script, so it names the one it uses.
const dayOf = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `14:05:00 UTC` */
export const formatTime = (instant: string): string => `${new Date(instant).toISOString().slice(11, 19)} UTC`;

/** `Tuesday 3 November 2026, 14:05:00 UTC` */
export const formatDateTime = (instant: string): string => `${dayOf.format(new Date(instant)).replace(',', '')}, ${formatTime(instant)}`;

/** Why a test cannot be started at present, or undefined when it can. */
export const explainAccess = (access: WireAccess): string | undefined => {
  switch (access.state) {
    case 'open':
      return undefined;
    case 'not-open':
      return `This test opens on ${formatDateTime(access.opensAt)}. Come back then with the same address.`;
    case 'outside-slot':
      return `This test is closed for the day. It opens again on ${formatDateTime(access.opensAt)}.`;
    case 'closed':
      return `This test closed on ${formatDateTime(access.closedAt)}. If you could not take it, write to whoever invited you.`;
    case 'inactive':
      return 'This test is not active at present. Ask whoever invited you.';
  }
};
