import type { AttemptState, Refusal } from '@assay/domain';
import type { Feedback } from './form.ts';
import { TakeCompleted } from './TakeCompleted.tsx';
import { TakeConfirm } from './TakeConfirm.tsx';
import { TakeForm } from './TakeForm.tsx';
import { TakeIntro } from './TakeIntro.tsx';
import { TakeTimeUp } from './TakeTimeUp.tsx';

/** `path` is the page's own, with the prefix. The rest says what came of the request that this page answers. */
export type TakeView = {
  readonly path: string;
  readonly state: AttemptState;
  /** When answers were saved, milliseconds since 1970. */
  readonly savedAt?: number | undefined;
  /** Asks whether to submit. */
  readonly confirm?: boolean;
  readonly refused?: Refusal | undefined;
  readonly feedback?: ReadonlyMap<number, Feedback>;
};

const isOver = ({ deadline, serverTime }: AttemptState): boolean => deadline !== null && Date.parse(serverTime) >= Date.parse(deadline);

export const TakePage = (view: TakeView) => {
  const { state, confirm, feedback } = view;
  switch (state.status) {
    case 'Pending':
    case 'Reset':
    case 'Cancelled':
      return <TakeIntro {...view} />;
    case 'Completed':
      return <TakeCompleted {...view} />;
    case 'In progress':
      // What could not be saved is shown once more, whatever the time.
      if (feedback !== undefined && feedback.size > 0) return <TakeForm {...view} />;
      if (isOver(state)) return <TakeTimeUp {...view} />;
      return confirm === true ? <TakeConfirm {...view} /> : <TakeForm {...view} />;
  }
};
