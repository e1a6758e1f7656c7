import { isBlank } from '@assay/domain';
import { Instant } from './Parts.tsx';
import { Refused } from './Refused.tsx';
import { SubmitForm } from './SubmitForm.tsx';
import type { TakeView } from './TakePage.tsx';
import { plural } from './words.ts';

/** After the deadline, until the attempt is completed. */
export const TakeTimeUp = ({ path, state, refused }: TakeView) => {
  const answered = (state.answers ?? []).filter(({ answer }) => !isBlank(answer)).length;
  return (
    <div class="card message">
      <h1>The time is over</h1>
      {refused?.code === 'take.deadline-passed' ? null : <Refused refused={refused} />}
      <p class="lead">
        The time for <bdi>{state.test.testName}</bdi> ended
        {state.deadline === null ? null : (
          <>
            {' '}
            on <Instant at={state.deadline} />
          </>
        )}
        .
      </p>
      {refused?.code === 'take.deadline-passed' ? <p>What you sent just now came too late and does not count.</p> : null}
      <p>
        You answered {answered} of {plural(state.test.questions, 'question')} in time; these answers count. The test ends by itself within a
        minute, or now if you submit it.
      </p>
      <SubmitForm path={path} />
    </div>
  );
};
