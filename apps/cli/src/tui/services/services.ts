import type { Client } from '@assay/client';
import type { OperationName } from '@assay/domain';
import type { filesOf } from './files.ts';
import type { readsOf } from './reads.ts';

/**
 * All that a screen may call: the operations of the client, and what takes several of them or this machine. A call is data, which a
 * reducer returns and a test compares.
 */
export type Services = Pick<Client, OperationName> & ReturnType<typeof readsOf> & ReturnType<typeof filesOf>;

export type Op = keyof Services;
export type InputOf<Name extends Op> = NonNullable<Parameters<Services[Name]>[0]>;
export type ValueOf<Name extends Op> = Awaited<ReturnType<Services[Name]>>;

/** What went wrong, in one sentence, and what the person can do next. */
export type Fault = { readonly message: string; readonly nextStep: string };

export type Call = { [Name in Op]: { readonly type: 'call'; readonly op: Name; readonly input: InputOf<Name> } }[Op];
export type Succeeded = {
  [Name in Op]: { readonly type: 'succeeded'; readonly op: Name; readonly input: InputOf<Name>; readonly value: ValueOf<Name> };
}[Op];
export type Failed = {
  [Name in Op]: { readonly type: 'failed'; readonly op: Name; readonly input: InputOf<Name>; readonly fault: Fault };
}[Op];

/** Whether the call changes nothing, so that it may be aborted at any time. */
export const isRead = (op: Op): boolean => /^(compare|complete|export|get|list|open|read)[A-Z]/.test(op);

export const call = <Name extends Op>(op: Name, input: InputOf<Name>): Call =>
  // The cast holds: op and input are of the same member of the union, which the compiler cannot pick by a generic name.
  ({ type: 'call', op, input }) as Call;
