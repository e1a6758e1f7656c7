import type { Refusal } from '@assay/domain';
import { headingOf } from './MessagePage.tsx';
import { Notice } from './Parts.tsx';

/** Why what the candidate just asked for was not done. */
export const Refused = ({ refused }: { refused: Refusal | undefined }) =>
  refused === undefined ? null : (
    <Notice tone="bad">
      <p>
        <strong>{headingOf(refused)}</strong>
      </p>
      <p>{refused.message}.</p>
    </Notice>
  );
