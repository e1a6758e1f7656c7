import type { InviteOutcome } from '@assay/domain';

/**
 * What became of a row of an import. `finished`: has completed the test, and was left unchanged; `unconfirmed`: it was sent, and the server did not say what it did; `not-sent`: the import ended
 * before its turn.
 */
export type RowState = InviteOutcome | 'finished' | 'unconfirmed' | 'not-sent';
export type Tally = Readonly<Record<RowState, number>>;

export const tallyOf = (states: readonly RowState[]): Tally => {
  const tally = { invited: 0, 'already-invited': 0, finished: 0, cancelled: 0, revived: 0, invalid: 0, unconfirmed: 0, 'not-sent': 0 };
  for (const state of states) tally[state] += 1;
  return tally;
};

export const rowWords = {
  invited: 'invited',
  'already-invited': 'already invited',
  finished: 'finished',
  cancelled: 'cancelled before',
  revived: 'revived',
  invalid: 'faulty',
  unconfirmed: 'not confirmed',
  'not-sent': 'not sent',
} as const satisfies Record<RowState, string>;

type Wording = {
  /** Nothing is sent yet. */
  readonly preview?: boolean;
  /** What happens to those who are invited already. */
  readonly again?: string;
  /** What becomes of those who have finished. */
  readonly rename?: string;
  /** How the cancelled ones can be invited again. */
  readonly revive?: string;
};

/** What the rows come to before anything is sent. */
export const foreseenWords = { ...rowWords, invited: 'new', revived: 'to be revived' } as const;

/** `1 invited, 609 already invited (nothing sent), 2 cancelled before (--revive invites them again), 0 faulty` */
export const tallyText = (tally: Tally, { preview = false, again = '', rename = '', revive = '' }: Wording): string => {
  const words = preview ? foreseenWords : rowWords;
  const part = (state: RowState, word: string, note = ''): string =>
    `${tally[state].toLocaleString('en-US')} ${word}${tally[state] === 0 || note === '' ? '' : ` (${note})`}`;
  const ifAny = (state: RowState, word: string, note = ''): string[] => (tally[state] === 0 ? [] : [part(state, word, note)]);
  return [
    part('invited', words.invited),
    part('already-invited', rowWords['already-invited'], again),
    ...ifAny('finished', rowWords.finished, rename),
    ...ifAny('revived', words.revived),
    part('cancelled', rowWords.cancelled, revive),
    part('invalid', rowWords.invalid),
    ...ifAny('unconfirmed', rowWords.unconfirmed),
    ...ifAny('not-sent', rowWords['not-sent']),
  ].join(', ');
};
