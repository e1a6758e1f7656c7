/** `2026-03-01 09:00Z` of an ISO instant or an API v2 date-time, which is UTC with or without its `Z`. */
export const whenUtc = (instant: string | null): string | null =>
  instant === null ? null : `${instant.slice(0, 10)} ${instant.slice(11, 16)}Z`;

/** `4 m 05 s`, `1 h 20 m`, `2 d 3 h`; a passed time is `over`. Both instants in milliseconds since 1970. */
export const timeLeft = (deadline: number, now: number): string => {
  const seconds = Math.ceil((deadline - now) / 1000);
  if (seconds <= 0) return 'over';
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${String(seconds % 60).padStart(2, '0')}s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours}h ${String(minutes % 60).padStart(2, '0')}m`;
  return `${Math.floor(hours / 24)}d ${hours % 24}h`;
};

/** `2026-02-23 10:46:05`, UTC, of an ISO instant; `–` for none. */
export const atUtc = (instant: string | null): string => (instant === null ? '–' : instant.slice(0, 19).replace('T', ' '));

/** Seconds as `0s`, `45s`, `3m 20s`. */
export const seconds = (amount: number): string => (amount < 60 ? `${amount}s` : `${Math.floor(amount / 60)}m ${amount % 60}s`);
