import type { joinOperations, Operations, takeOperations } from '@assay/domain';
import type { z } from 'zod';

type Everything = Operations & typeof takeOperations & typeof joinOperations;

/** Operations for API keys and of the candidate protocol. */
export type DescribedName = keyof Everything;

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type Ids<Route extends string> = Exclude<NamesIn<Route>, 'token' | 'key'>;

/** What the reference says of an operation beyond its contract. The request is one that a test sends. */
export type Entry<Name extends DescribedName = DescribedName> = {
  /** Markdown: what it does, what it leaves alone, and when it is refused. Scope, repetition and codes are added from the contract. */
  readonly description: string;
} & ([Ids<Everything[Name]['route']>] extends [never]
  ? { readonly path?: never }
  : { readonly path: { readonly [Id in Ids<Everything[Name]['route']>]: number } }) &
  (Everything[Name] extends { query: infer Query extends z.ZodType } ? { readonly query?: z.input<Query> } : { readonly query?: never }) &
  (Everything[Name] extends { body: infer Body }
    ? Body extends z.core.$ZodType
      ? { readonly body: z.input<Body> }
      : { readonly body?: never }
    : { readonly body?: never });

export type Entries = { readonly [Name in DescribedName]: Entry<Name> };

/** An entry as the document reads it, whatever its operation. */
export type AnyEntry = {
  readonly description: string;
  readonly path?: Readonly<Record<string, number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
};
