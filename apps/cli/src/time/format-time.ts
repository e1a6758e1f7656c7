/** `2026-03-01 09:00Z` of an ISO instant or an API v2 date-time, which is UTC with or without its `Z`. */
export const whenUtc = (instant: string | null): string | null =>
  instant === null ? null : `${instant.slice(0, 10)} ${instant.slice(11, 16)}Z`;

/** Whole minutes as `1 h 05 min`. */
export const minutesText = (minutes: number): string =>
  minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
