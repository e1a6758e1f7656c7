import type { ManagedDelivery, ManagedInvitation, ManagedTestSummary } from '@assay/domain';
import type { Download } from './answer/download.ts';
import type { ListDeliveriesInput, ListInvitationsInput, ListManagedTestsInput, ListTestsInput } from './operations/inputs.ts';
import type { manageOperations } from './operations/manage.ts';
import type { Id, Operation } from './operations/operation.ts';
import type { v2Operations } from './operations/v2.ts';
import type { CallOptions } from './transport/call.ts';
import type { Test } from './wire/results.ts';

type Answer<Output> = [Output] extends [never] ? Download : Output;

/** Takes one object of named inputs, which may be left out when each of them may. */
export type Method<Input, Output> = (
  ...given: Record<never, never> extends Input ? [input?: Input, options?: CallOptions] : [input: Input, options?: CallOptions]
) => Promise<Answer<Output>>;

type MethodsOf<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends Operation<infer Input, infer Output> ? Method<Input, Output> : never;
};

type V2Methods = MethodsOf<typeof v2Operations>;
type ManageMethods = MethodsOf<typeof manageOperations>;

/** Yields items one by one and fetches a page only when its first item is asked for. */
export type Paged<Item> = AsyncGenerator<Item, void, undefined>;

/** What reading page after page takes beside what each call takes: a read needs no key. */
type PagingOptions = Omit<CallOptions, 'idempotencyKey'>;

/**
 * One method for each operation of API v2 and of the management API, by operationId. Each rejects with AssayRefusal (the server said
 * no), AssayUnreachable, AssayTimeout, AssayProtocolError (another than Assay answered), TypeError (an input that cannot be sent) or
 * the reason of the caller's signal.
 */
export interface Client extends V2Methods, ManageMethods {
  readonly paginateTests: (input?: ListTestsInput, options?: PagingOptions) => Paged<Test>;
  readonly paginateInvitations: (input: ListInvitationsInput & { testId: Id }, options?: PagingOptions) => Paged<ManagedInvitation>;
  readonly paginateDeliveries: (input?: ListDeliveriesInput, options?: PagingOptions) => Paged<ManagedDelivery>;
  readonly paginateManagedTests: (input?: ListManagedTestsInput, options?: PagingOptions) => Paged<ManagedTestSummary>;
}
