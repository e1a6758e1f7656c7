import { type CandidateOperation, type DecodedInput, decide, type RawInput, type Refusal, type Result, type ResultOf } from '@assay/domain';
import { invitations, type Tx } from '@assay/store';
import type { Assay, Outcome } from '../support/context.ts';
import { stateOf } from '../support/invitation-state.ts';
import { decoderOf, type Services } from '../support/operation.ts';
import { invitationRow } from '../support/row-name.ts';
import type { TakeToken } from '../support/tokens.ts';
import { type Candidate, checkGeneration, readToken } from './open-invitation.ts';

type Call<One extends CandidateOperation> = { readonly candidate: Candidate } & (Record<never, never> extends RawInput<One>
  ? { readonly input?: RawInput<One> }
  : { readonly input: RawInput<One> });

export type CandidateRunnable<One extends CandidateOperation, Value> = ((call: Call<One>) => Outcome<Value>) & { readonly contract: One };

/** An operation of a candidate that does not write in one go: checks the token, then decodes the request. */
export const candidateOperation = <const One extends CandidateOperation, Value extends ResultOf<One>>(
  contract: One,
  run: (call: { readonly assay: Assay; readonly token: TakeToken }, input: DecodedInput<One>) => Outcome<Value>,
): CandidateRunnable<One, Value> => {
  const decodeInput = decoderOf(contract);
  const call = async ({ candidate, input = {} }: { candidate: Candidate; input?: object }): Outcome<Value> => {
    const token = readToken(candidate);
    if (!token.ok) return token;
    const decoded = decodeInput(input);
    return decoded.ok ? run({ assay: candidate.assay, token: token.value }, decoded.value) : decoded;
  };
  return Object.assign(call, { contract });
};

export type OnRow = { readonly assay: Services; readonly tx: Tx; readonly row: invitations.Invitation; readonly now: number };

type Write<Accepted> = {
  /** `shared` locks do not wait for each other; completing the attempt takes an exclusive one, so it waits for them and they see whether it is completed. */
  readonly lock: 'shared' | 'exclusive';
  /** Decides by the state alone: the body is decoded only if the state accepts it. */
  readonly accept: (call: OnRow) => Result<Accepted, Refusal> | Outcome<Accepted>;
};

/** What only a running attempt accepts. */
export const acceptRunning = ({ row }: Pick<OnRow, 'row'>) => decide(stateOf(row), { type: 'recordEvents' });

/** One that writes, on the locked row of its invitation: token, state, body, in this order. */
export const candidateWrite = <const One extends CandidateOperation, Accepted, Value extends ResultOf<One>>(
  contract: One,
  write: Write<Accepted>,
  run: (call: OnRow & { readonly accepted: Accepted }, input: DecodedInput<One>) => Outcome<Value>,
): CandidateRunnable<One, Value> => Object.assign(onLockedRow(contract, write, run), { contract });

/** The same, for what goes on after its transaction. */
export const onLockedRow = <const One extends CandidateOperation, Accepted, Written>(
  contract: One,
  { lock, accept }: Write<Accepted>,
  run: (call: OnRow & { readonly accepted: Accepted }, input: DecodedInput<One>) => Outcome<Written>,
): ((call: Call<One>) => Outcome<Written>) => {
  const decodeInput = decoderOf(contract);
  const lockRow = lock === 'shared' ? invitations.lockShared : invitations.lock;
  return async ({ candidate, input = {} }: { candidate: Candidate; input?: object }): Outcome<Written> => {
    const { assay } = candidate;
    const token = readToken(candidate);
    if (!token.ok) return token;
    return assay.store.write(async (tx): Outcome<Written> => {
      const row = checkGeneration(await lockRow(tx, token.value), token.value);
      if (!row.ok) return row;
      const onRow = { assay, tx, row: row.value, now: await tx.now() };
      const accepted = await accept(onRow);
      if (!accepted.ok) return accepted;
      const decoded = decodeInput(input);
      return decoded.ok ? run({ ...onRow, accepted: accepted.value }, decoded.value) : decoded;
    }, invitationRow(token.value));
  };
};
