import type { Operations } from '@assay/domain';

/** An Int64 identifier: a number, or its decimal digits. */
export type Id = number | string;

type PathOf<Name extends keyof Operations> = Operations[Name]['route'] extends `${string} ${infer Path}` ? Path : never;
type IdsIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | IdsIn<Rest> : never;
type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : Name;

type SchemaOf<Operation, Part extends 'query' | 'body'> =
  Operation extends Record<Part, { _zod: { input: infer Input; output: infer Output } }>
    ? { input: Input; output: Output }
    : { input: unknown; output: unknown };
type OptionalNames<Fields> = { [Name in keyof Fields]-?: Record<never, never> extends Pick<Fields, Name> ? Name : never }[keyof Fields];

/** A query as callers pass it: `pageSize` for `page_size`. A number may be given as text and text as a number: ids and cursors come as both. */
type QueryOf<Query extends { output: unknown }> = {
  readonly [Name in keyof Query['output'] & string as CamelCase<Name>]?:
    | (number extends Query['output'][Name] ? Id : string extends Query['output'][Name] ? Id : Query['output'][Name])
    | undefined;
};

type Sendable<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value;

/** A body as callers pass it. Null omits an optional field, so that an object that was read can be sent back. */
type BodyOf<Fields> = { readonly [Name in Exclude<keyof Fields, OptionalNames<Fields>>]: Sendable<Fields[Name]> } & {
  readonly [Name in OptionalNames<Fields>]?: Sendable<Fields[Name]> | null | undefined;
};

/** The input of an operation: the ids in its path and the fields of its query and body, in one object. */
export type InputOf<Name extends keyof Operations> = { readonly [Id_ in IdsIn<PathOf<Name>>]: Id } & (Operations[Name] extends {
  query: unknown;
}
  ? QueryOf<SchemaOf<Operations[Name], 'query'>>
  : unknown) &
  (Operations[Name] extends { body: unknown } ? BodyOf<SchemaOf<Operations[Name], 'body'>['input']> : unknown);

type WithoutIds<Name extends keyof Operations> = Omit<InputOf<Name>, IdsIn<PathOf<Name>>>;

/** Dates are UTC, `YYYY-MM-DDTHH:MM:SS`. */
export type TestLinkInput = WithoutIds<'createTestLink'>;
export type RegisterInput = WithoutIds<'registerCandidate'>;
export type InviteInput = WithoutIds<'inviteCandidate'>;
export type TestFileInput = InputOf<'importTest'>;
export type TestStatusInput = WithoutIds<'setTestStatus'>;
export type DuplicateInput = WithoutIds<'duplicateTest'>;
export type ExtraTimeInput = WithoutIds<'giveExtraTime'>;
export type ApiKeyInput = InputOf<'createApiKey'>;
export type RotateKeyInput = WithoutIds<'rotateApiKey'>;
export type RotateSecretInput = InputOf<'rotateCallbackSecret'>;
export type SampleCallbackInput = InputOf<'sendSampleCallback'>;
export type AccountInput = InputOf<'updateAccount'>;
/** `pageSize` is 1 to 100, by default 20; `pageNo` starts at 1. */
export type ListTestsInput = InputOf<'listTests'>;
/** `limit` is 1 to 100, by default 50; `cursor` is the `nextCursor` of the previous page. */
export type ListInvitationsInput = WithoutIds<'listInvitations'>;
export type ListTimelineInput = WithoutIds<'getInvitationTimeline'>;
export type ListSubmissionsInput = WithoutIds<'listSubmissions'>;
export type ListManagedTestsInput = InputOf<'listManagedTests'>;
export type ListReviewsInput = InputOf<'listReviews'>;
export type ListDeliveriesInput = InputOf<'listDeliveries'>;
