import type { AttemptState } from '@assay/domain';
import { Instant } from './Parts.tsx';
import { formatTime, formatTimeLeft } from './words.ts';

/** Time left and the deadline. Without a script the page cannot count, so it says of when it speaks. */
export const Deadline = ({ state: { deadline, serverTime } }: { state: AttemptState }) =>
  deadline === null ? null : (
    <p class="deadline">
      <strong>{formatTimeLeft(serverTime, deadline)} left</strong> at {formatTime(serverTime)}, when this page was loaded. The test ends on{' '}
      <Instant at={deadline} />.
    </p>
  );
