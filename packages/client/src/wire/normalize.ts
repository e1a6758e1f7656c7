import { formatUtcDateTime, invitationStatuses, parseUtcDateTime, reportStatuses, testResults, v2TestStatuses } from '@assay/domain';

/**
 * API v2 servers differ in names and types: `accessKey` or `accesskey`, numbers or strings, `Active` or `ACTIVE`, keys with a trailing
 * space. A normalizer converts a result to the form that the domain's schemas read. A value that it cannot convert stays unchanged, so
 * that the schema reports it.
 */
type Kind = 'integer' | 'amount' | 'text' | 'flag' | 'status' | 'cancellation' | 'date' | 'list';

export type FieldKinds = Readonly<Record<string, Kind>>;

const words = [...v2TestStatuses, ...invitationStatuses, ...reportStatuses, ...testResults];
const letters = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');
const statusOf: ReadonlyMap<string, string> = new Map(words.map((word) => [letters(word), word]));

const number = /^\s*-?\d+(\.\d+)?\s*$/;
const numeric = (value: unknown): unknown => (typeof value === 'string' && number.test(value) ? Number(value) : value);

const flag = (value: unknown): unknown => {
  const read = typeof value === 'boolean' ? Number(value) : numeric(value);
  // The API document does not say which values mean "set": every value but 0 does.
  return typeof read === 'number' && read !== 0 ? 1 : read;
};

const dateOf = (text: string): string | null => {
  if (text.trim() === '') return null;
  const instant = parseUtcDateTime(text);
  return instant === undefined ? text : formatUtcDateTime(instant);
};

const convert: Readonly<Record<Kind, (value: unknown) => unknown>> = {
  integer: numeric,
  amount: numeric,
  text: (value) => (typeof value === 'number' ? String(value) : value),
  flag,
  status: (value) => (typeof value === 'string' ? (statusOf.get(letters(value)) ?? value) : value),
  cancellation: (value) => (typeof value === 'string' ? value.trim().toLowerCase() : value),
  date: (value) => (typeof value === 'string' ? dateOf(value) : value),
  list: (value) => value,
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const fold = (name: string): string => name.trim().toLowerCase();

/** Creates a function that normalizes a `result`, at any depth. Fields that `fieldKinds` does not name stay unchanged. */
export const normalizer = (fieldKinds: FieldKinds, aliases: Readonly<Record<string, string>> = {}): ((result: unknown) => unknown) => {
  const known = new Map<string, string>();
  for (const name of Object.keys(fieldKinds)) known.set(fold(name), name);
  for (const [alias, name] of Object.entries(aliases)) known.set(fold(alias), name);

  const normalize = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(normalize);
    if (!isRecord(value)) return value;
    // If a field is present under several spellings, the exact one counts.
    const entries = Object.entries(value).flatMap(([name, field]) => {
      const canonical = known.get(fold(name)) ?? name;
      if (canonical !== name && Object.hasOwn(value, canonical)) return [];
      const kind = fieldKinds[canonical];
      return [[canonical, kind === undefined ? field : normalize(convert[kind](field))]];
    });
    return Object.fromEntries(entries);
  };
  return normalize;
};
