const pattern = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?:(:\d{2})(\.\d{1,9})?)?(?:Z|([+-])(\d{2}):?(\d{2}))?$/i;

const firstInstant = Date.parse('0000-01-01T00:00:00Z');
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Milliseconds since 1970 of `YYYY-MM-DDTHH:MM[:SS[.fraction]]`, followed by `Z`, an offset (`+05:30`, `+0530`) or nothing, which is UTC
 * too. Undefined if the text has another form or the date does not exist (30 February).
 */
export const parseUtcDateTime = (text: string): number | undefined => {
  const [matched, date, time, seconds = ':00', fraction = '', sign, hours = '0', minutes = '0'] = pattern.exec(text) ?? [];
  if (matched === undefined) return undefined;
  const clock = `${date}T${time}${seconds}`;
  const asUtc = Date.parse(`${clock}Z`);
  // Date.parse reads 2026-02-30 as 2 March, so the result must format back to the input.
  if (Number.isNaN(asUtc) || formatUtcDateTime(asUtc) !== clock || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const instant = asUtc - offset + Math.floor(Number(`0${fraction}`) * 1000);
  return instant >= firstInstant && instant <= lastInstant ? instant : undefined;
};

/** `YYYY-MM-DDTHH:MM:SS`, UTC: the form of every date-time in API v2. */
export const formatUtcDateTime = (epochMilliseconds: number): string => new Date(epochMilliseconds).toISOString().slice(0, 19);

/** `YYYY-MM-DDTHH:MM:SS.sssZ`: the form of the candidate protocol and the management API, safe for `Date.parse` in any zone. */
export const formatInstant = (epochMilliseconds: number): string => new Date(epochMilliseconds).toISOString();

const hourMilliseconds = 3_600_000;

/** When its hour began: for instants that would tell, beside the same instant elsewhere, what they belong to. */
export const formatHour = (epochMilliseconds: number): string =>
  formatInstant(Math.floor(epochMilliseconds / hourMilliseconds) * hourMilliseconds);
