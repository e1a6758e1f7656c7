import type { Operations } from '@assay/domain';

/** An Int64 identifier: a number, or its decimal digits. */
export type Id = number | string;

type PathOf<Name extends keyof Operations> = Operations[Name]['route'] extends `${string} ${infer Path}` ? Path : never;
type IdsIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | IdsIn<Rest> : never;
type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name;

type SchemaOf<One, Part extends 'query' | 'body'> =
  One extends Record<Part, { _zod: { input: infer Input; output: infer Output } }>
    ? { input: Input; output: Output }
    : { input: unknown; output: unknown };
type OptionalNames<Fields> = { [Name in keyof Fields]-?: Record<never, never> extends Pick<Fields, Name> ? Name : never }[keyof Fields];

/** A query as callers give it: `pageSize` for `page_size`; numbers and text stand for each other, as a cursor and an id come. */
type QueryOf<Query extends { output: unknown }> = {
  readonly [Name in keyof Query['output'] & string as CamelCase<Name>]?:
    | (number extends Query['output'][Name] ? Id : string extends Query['output'][Name] ? Id : Query['output'][Name])
    | undefined;
};

type Sendable<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value;

/** A body as callers give it: null stands for a field that is left out, so that what was read can be sent again. */
type BodyOf<Fields> = { readonly [Name in Exclude<keyof Fields, OptionalNames<Fields>>]: Sendable<Fields[Name]> } & {
  readonly [Name in OptionalNames<Fields>]?: Sendable<Fields[Name]> | null | undefined;
};

/** What a call takes: the ids of the path, the fields of query and body, side by side. */
export type InputOf<Name extends keyof Operations> = { readonly [Id_ in IdsIn<PathOf<Name>>]: Id } & (Operations[Name] extends {
  query: unknown;
}
  ? QueryOf<SchemaOf<Operations[Name], 'query'>>
  : unknown) &
  (Operations[Name] extends { body: unknown } ? BodyOf<SchemaOf<Operations[Name], 'body'>['input']> : unknown);

/** The same without the ids. */
type WithoutIds<Name extends keyof Operations> = Omit<InputOf<Name>, IdsIn<PathOf<Name>>>;

/** Dates are UTC, `YYYY-MM-DDTHH:MM:SS`. */
export type TestLinkInput = WithoutIds<'createTestLink'>;
export type RegisterInput = WithoutIds<'registerCandidate'>;
export type InviteInput = WithoutIds<'inviteCandidate'>;
export type TestFileInput = InputOf<'importTest'>;
export type ApiKeyInput = InputOf<'createApiKey'>;
export type AccountInput = InputOf<'updateAccount'>;
/** `pageSize` 1 to 100, 20 when left out; `pageNo` from 1. */
export type ListTestsInput = InputOf<'listTests'>;
/** `limit` 1 to 100, 50 when left out; `cursor` is the `nextCursor` of the page before. */
export type ListInvitationsInput = WithoutIds<'listInvitations'>;
export type ListManagedTestsInput = InputOf<'listManagedTests'>;
export type ListDeliveriesInput = InputOf<'listDeliveries'>;
