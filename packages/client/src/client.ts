import type { ManagedDelivery, ManagedInvitation, ManagedTestSummary, OperationName, Operations, ResultOf, WireTest } from '@assay/domain';
import type { Download } from './answer/download.ts';
import type { Id, InputOf, ListDeliveriesInput, ListInvitationsInput, ListManagedTestsInput, ListTestsInput } from './inputs.ts';
import type { CallOptions } from './transport/call.ts';

/** Takes one object of named inputs, which may be left out when each of them may. */
type Method<Name extends OperationName> = (
  ...given: Record<never, never> extends InputOf<Name>
    ? [input?: InputOf<Name>, options?: CallOptions]
    : [input: InputOf<Name>, options?: CallOptions]
) => Promise<Operations[Name]['result'] extends string ? Download : ResultOf<Operations[Name]>>;

export type Methods = { readonly [Name in OperationName]: Method<Name> };

/** Yields items one by one and fetches a page only when its first item is asked for. */
export type Paged<Item> = AsyncGenerator<Item, void, undefined>;

/** What reading page after page takes beside what each call takes: a read needs no key. */
type PagingOptions = Omit<CallOptions, 'idempotencyKey'>;

/**
 * One method for each operation of API v2 and of the management API, by operationId. Each rejects with AssayRefusal (the server said
 * no), AssayUnreachable, AssayTimeout, AssayProtocolError (another than Assay answered), TypeError (an input that cannot be sent) or
 * the reason of the caller's signal.
 */
export interface Client extends Methods {
  readonly paginateTests: (input?: ListTestsInput, options?: PagingOptions) => Paged<WireTest>;
  readonly paginateInvitations: (input: ListInvitationsInput & { testId: Id }, options?: PagingOptions) => Paged<ManagedInvitation>;
  readonly paginateDeliveries: (input?: ListDeliveriesInput, options?: PagingOptions) => Paged<ManagedDelivery>;
  readonly paginateManagedTests: (input?: ListManagedTestsInput, options?: PagingOptions) => Paged<ManagedTestSummary>;
}
