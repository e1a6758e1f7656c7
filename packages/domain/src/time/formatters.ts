/**
 * A formatter for each zone, by these options. Cached: making one costs far more than using it. Zones are those of the table, so there
 * are never more than it has.
 */
export const cachedBy = (options: Intl.DateTimeFormatOptions): ((zone: string) => Intl.DateTimeFormat) => {
  const formatters = new Map<string, Intl.DateTimeFormat>();
  return (zone) => {
    const cached = formatters.get(zone);
    if (cached !== undefined) return cached;
    const made = new Intl.DateTimeFormat('en-US', { timeZone: zone, calendar: 'gregory', numberingSystem: 'latn', ...options });
    formatters.set(zone, made);
    return made;
  };
};
