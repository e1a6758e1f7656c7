import { formatUtcDateTime, invitationStatuses, parseUtcDateTime, reportStatuses, v2TestStatuses } from '@assay/domain';

/**
 * API v2 leaves spellings and types open: `accessKey` or `accesskey`, numbers or strings, `Active` or `ACTIVE`, keys with a trailing
 * space. The normalizer brings what a server sends into the spelling that the domain's schemas read. What it cannot convert stays as
 * it is, for the schema to name.
 */
type Kind = 'integer' | 'amount' | 'text' | 'flag' | 'status' | 'cancellation' | 'date' | 'list';

export type Lexicon = Readonly<Record<string, Kind>>;

const words = [...v2TestStatuses, ...invitationStatuses, ...reportStatuses];
const letters = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');
const statusOf: ReadonlyMap<string, string> = new Map(words.map((word) => [letters(word), word]));

const number = /^\s*-?\d+(\.\d+)?\s*$/;
const numeric = (value: unknown): unknown => (typeof value === 'string' && number.test(value) ? Number(value) : value);

const flag = (value: unknown): unknown => {
  const read = typeof value === 'boolean' ? Number(value) : numeric(value);
  // Which values beside 0 mean "set" the document does not say: all of them do.
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

/** Makes the function that brings a `result`, and all within it, into the lexicon's spelling. Other fields stay as they are. */
export const normalizer = (lexicon: Lexicon, aliases: Readonly<Record<string, string>> = {}): ((result: unknown) => unknown) => {
  const known = new Map<string, string>();
  for (const name of Object.keys(lexicon)) known.set(fold(name), name);
  for (const [alias, name] of Object.entries(aliases)) known.set(fold(alias), name);

  const normalize = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(normalize);
    if (!isRecord(value)) return value;
    // The exact spelling wins over another one of the same field.
    const entries = Object.entries(value).flatMap(([name, one]) => {
      const canonical = known.get(fold(name)) ?? name;
      if (canonical !== name && Object.hasOwn(value, canonical)) return [];
      const kind = lexicon[canonical];
      return [[canonical, kind === undefined ? one : normalize(convert[kind](one))]];
    });
    return Object.fromEntries(entries);
  };
  return normalize;
};
