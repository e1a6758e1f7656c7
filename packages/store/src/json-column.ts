/** Where a value stands: what to look at when it is damaged. */
type Key = Readonly<Record<string, string | number>>;

/**
 * A column that holds JSON text; everybody else handles values. A stored value that does not parse, or that `check` throws on, is a
 * bug or a damaged database: the error names table, column and key.
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

/** For a value that is too large to validate each time it is read. What holds its shape is that only the column's `write` writes it. */
export const unchecked = <Value>(value: unknown): Value => value as Value;
