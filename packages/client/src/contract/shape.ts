import type { Repeat } from '@assay/domain';

export type Plain = string | number | boolean;
export type Kind = 'text' | 'number' | 'int' | 'positive' | 'boolean' | 'date-time' | 'any';
export type Fields = { readonly [name: string]: Shape };
/** `in` lists the values that there are; `strict` refuses fields that it does not name, where others leave them out. */
export type Tagged =
  | readonly ['strict', Fields]
  | readonly ['list' | 'map' | 'null', Shape]
  | readonly ['default', Plain | Readonly<Record<string, never>>, Shape]
  | readonly ['in', ...Plain[]]
  | readonly ['union', ...Shape[]];

/** What a value looks like. A field whose name ends in `?` may be missing. */
export type Shape = Kind | Fields | Tagged;

/** What the client needs of an operation. Unless `repeat` says otherwise, a GET may be repeated freely and the rest by its key. */
export type ContractEntry = {
  readonly route: string;
  /** Names of the query's parameters. */
  readonly query?: readonly string[];
  readonly body?: true;
  readonly repeat?: Repeat;
  /** Seconds until a client gives up. */
  readonly longest?: number;
  readonly result: Shape | 'file';
};
