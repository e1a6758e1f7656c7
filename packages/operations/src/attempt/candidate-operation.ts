import type { CandidateOperation, DecodedInput, RawInput, ResultOf } from '@assay/domain';
import { invitations, type Tx } from '@assay/store';
import type { Assay, Outcome } from '../support/context.ts';
import { decoderOf, type Services } from '../support/operation.ts';
import type { TakeToken } from '../support/tokens.ts';
import { type Candidate, checkGeneration, readToken } from './open-invitation.ts';

type Call<One extends CandidateOperation> = { readonly candidate: Candidate } & (Record<never, never> extends RawInput<One>
  ? { readonly input?: RawInput<One> }
  : { readonly input: RawInput<One> });

export type CandidateRunnable<One extends CandidateOperation, Value> = ((call: Call<One>) => Outcome<Value>) & { readonly contract: One };

/** An operation of a candidate: checks the token, then decodes the request. */
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

type CandidateWrite = { readonly assay: Services; readonly tx: Tx; readonly row: invitations.Invitation };

/**
 * One that writes, on the locked row of its invitation. `shared` locks do not wait for each other; completing the attempt takes an
 * exclusive one, so it waits for them and they see whether it is completed.
 */
export const candidateWrite = <const One extends CandidateOperation, Value extends ResultOf<One>>(
  contract: One,
  lock: 'shared' | 'exclusive',
  run: (call: CandidateWrite, input: DecodedInput<One>) => Outcome<Value>,
  afterwards?: (assay: Assay) => void,
): CandidateRunnable<One, Value> => {
  const lockRow = lock === 'shared' ? invitations.lockShared : invitations.lock;
  return candidateOperation(contract, async ({ assay, token }, input) => {
    const result = await assay.store.write(async (tx) => {
      const row = checkGeneration(await lockRow(tx, token), token);
      return row.ok ? run({ assay, tx, row: row.value }, input) : row;
    });
    if (result.ok) afterwards?.(assay);
    return result;
  });
};
