import { ok, type Refusal, type Result, takeOperations } from '@assay/domain';
import { invitations, testPictures } from '@assay/store';
import { openPicture } from '../rendering/picture.ts';
import type { Outcome } from '../support/context.ts';
import { decoderOf } from '../support/operation.ts';
import { notFound } from '../support/refusals.ts';
import { acceptRunning, type CandidateRunnable } from './candidate-operation.ts';
import { type Candidate, checkGeneration, readToken } from './open-invitation.ts';

/** A picture as a file, with its media type. */
export type Picture = { readonly type: string; readonly bytes: Uint8Array };

type Contract = typeof takeOperations.getPicture | typeof takeOperations.getSealedPicture;

/** While the attempt runs. */
const whileRunning = (row: invitations.Invitation): Result<unknown, Refusal> => acceptRunning({ row });

/** Also before it has started. */
const untilCompleted = (row: invitations.Invitation): Result<unknown, Refusal> =>
  row.status === 'Pending' || row.status === 'Reset' ? ok(row) : acceptRunning({ row });

/** Token, state and then the id: nobody learns of pictures by their ids. */
const pictureOperation = <One extends Contract>(
  contract: One,
  accept: (row: invitations.Invitation) => Result<unknown, Refusal>,
  present: (picture: testPictures.TestPicture) => Picture,
): CandidateRunnable<One, Picture> => {
  const decodeInput = decoderOf(contract as Contract);
  const run = async ({ candidate, input = {} }: { candidate: Candidate; input?: object }): Outcome<Picture> => {
    const token = readToken(candidate);
    if (!token.ok) return token;
    return candidate.assay.store.read(async (db): Outcome<Picture> => {
      const row = checkGeneration(await invitations.find(db, token.value), token.value);
      if (!row.ok) return row;
      const accepted = accept(row.value);
      if (!accepted.ok) return accepted;
      const decoded = decodeInput(input);
      if (!decoded.ok) return decoded;
      const { pictureId } = decoded.value;
      const { account_id: accountId, test_id: testId } = row.value;
      const picture = await testPictures.find(db, { accountId, testId, pictureId });
      return picture === undefined ? notFound('picture', String(pictureId)) : ok(present(picture));
    });
  };
  return Object.assign(run, { contract });
};

/** A picture of a question. */
export const getPicture = pictureOperation(takeOperations.getPicture, whileRunning, ({ media_type: type, picture_key: key, sealed }) => ({
  type,
  bytes: openPicture({ key, sealed }),
}));

/** The same encrypted: the state of a running attempt has the key. */
export const getSealedPicture = pictureOperation(takeOperations.getSealedPicture, untilCompleted, ({ sealed }) => ({
  type: 'application/octet-stream',
  bytes: Buffer.from(sealed, 'base64'),
}));
