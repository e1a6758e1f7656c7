/** The key of a row, for the error message. */
type Key = Readonly<Record<string, string | number>>;

/**
 * A column of JSON text whose repository takes and returns values. A stored value that does not parse, or on which `check` throws, is
 * a bug or a damaged database: the error names table, column and key.
 */
export const jsonColumn = <Value>(column: `${string}.${string}`, check: (value: unknown) => Value) => ({
  write: (value: Value): string => JSON.stringify(value),
  read: (text: string, key: Key): Value => {
    try {
      return check(JSON.parse(text));
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`${column} of ${JSON.stringify(key)} cannot be read: ${reason}`, { cause });
    }
  },
});

/** For a value that is too large to validate each time it is read. The cast holds because only the column's `write` writes it. */
export const unchecked = <Value>(value: unknown): Value => value as Value;
