import type {
  CodeSubmission,
  ManagedDelivery,
  ManagedInvitation,
  ManagedTestSummary,
  OperationName,
  Operations,
  ResultOf,
  ReviewSummary,
  TimelineEntry,
  WireTest,
} from '@assay/domain';
import type {
  Id,
  InputOf,
  ListDeliveriesInput,
  ListInvitationsInput,
  ListManagedTestsInput,
  ListReviewsInput,
  ListSubmissionsInput,
  ListTestsInput,
  ListTimelineInput,
} from './inputs.ts';
import type { Download } from './response/download.ts';
import type { CallOptions } from './transport/call.ts';

/** Takes one object of named inputs, which is optional if every input is. */
type Method<Name extends OperationName> = (
  ...args: Record<never, never> extends InputOf<Name>
    ? [input?: InputOf<Name>, options?: CallOptions]
    : [input: InputOf<Name>, options?: CallOptions]
) => Promise<Operations[Name]['result'] extends string ? Download : ResultOf<Operations[Name]>>;

export type Methods = { readonly [Name in OperationName]: Method<Name> };

/** Yields items one by one; a page is fetched when its first item is read. */
export type Paged<Item> = AsyncGenerator<Item, void, undefined>;

/** The options of each page's request. Reads have no Idempotency-Key. */
type PagingOptions = Omit<CallOptions, 'idempotencyKey'>;

/**
 * One method for each operation of API v2 and the management API, named by its operationId. Each rejects with AssayRefusal,
 * AssayUnreachable, AssayTimeout, AssayProtocolError, TypeError (an input that cannot be sent) or the reason of the caller's signal.
 */
export interface Client extends Methods {
  readonly paginateTests: (input?: ListTestsInput, options?: PagingOptions) => Paged<WireTest>;
  readonly paginateInvitations: (input: ListInvitationsInput & { testId: Id }, options?: PagingOptions) => Paged<ManagedInvitation>;
  /** What happened to an invitation, oldest first. */
  readonly paginateTimeline: (input: ListTimelineInput & { testInvitationId: Id }, options?: PagingOptions) => Paged<TimelineEntry>;
  readonly paginateSubmissions: (input: ListSubmissionsInput & { testInvitationId: Id }, options?: PagingOptions) => Paged<CodeSubmission>;
  readonly paginateDeliveries: (input?: ListDeliveriesInput, options?: PagingOptions) => Paged<ManagedDelivery>;
  /** Answers that people grade; what waits, oldest first. */
  readonly paginateReviews: (input?: ListReviewsInput, options?: PagingOptions) => Paged<ReviewSummary>;
  readonly paginateManagedTests: (input?: ListManagedTestsInput, options?: PagingOptions) => Paged<ManagedTestSummary>;
}
