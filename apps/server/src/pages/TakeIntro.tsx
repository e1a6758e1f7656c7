import type { AttemptState } from '@assay/domain';
import { Facts, Instant, Notice } from './Parts.tsx';
import { Refused } from './Refused.tsx';
import type { TakeView } from './TakePage.tsx';
import { explainAccess, formatMinutes, formatTimeLeft, plural } from './words.ts';

const Sections = ({ sections }: Pick<AttemptState, 'sections'>) => (
  <ol class="sections">
    {sections.map(({ sectionName, questions, duration }) => (
      <li key={sectionName}>
        <span dir="auto">{sectionName}</span>
        <span class="hint">
          {plural(questions, 'question')}
          {duration > 0 ? `, about ${formatMinutes(duration)}` : ''}
        </span>
      </li>
    ))}
  </ol>
);

const Rules = ({ duration }: { duration: number }) => (
  <ul class="rules">
    <li>The time of {formatMinutes(duration)} begins when you press “Start test” and does not stop when you close this page.</li>
    <li>Press “Save answers” often: answers are stored when you save, not while you type.</li>
    <li>You can change and clear answers, and go on from another device with the same address, until you submit or the time is over.</li>
    <li>At the end of the time the test ends by itself; the answers saved until then count.</li>
    <li>Each question shows its marks, and what a wrong answer takes off, if it does.</li>
    <li>Keep the address of this page to yourself: whoever has it can answer in your name.</li>
  </ul>
);

const Closing = ({ state }: { state: AttemptState }) => {
  const { access, serverTime, test } = state;
  if (access.state !== 'open' || access.closesAt === null) return null;
  const left = Date.parse(access.closesAt) - Date.parse(serverTime);
  return (
    <Notice tone="plain">
      <p>
        The test closes on <Instant at={access.closesAt} />.
      </p>
      {left < test.duration * 60_000 ? (
        <p>
          <strong>If you start now, you have {formatTimeLeft(serverTime, access.closesAt)}</strong>, less than the full time.
        </p>
      ) : null}
    </Notice>
  );
};

/** Before the start. */
export const TakeIntro = ({ path, state, refused }: TakeView) => {
  const { test, sections, access, fullName } = state;
  const explanation = explainAccess(access);
  return (
    <div class="card">
      <h1 dir="auto">{test.testName}</h1>
      <p class="lead">
        Welcome, <bdi>{fullName}</bdi>.
      </p>
      <Refused refused={refused} />
      {state.status === 'Reset' ? <Notice tone="plain">Your test was reset. You can take it again from the beginning.</Notice> : null}
      <Facts test={test} sections={sections.length} />
      {explanation === undefined ? <Closing state={state} /> : <Notice tone="plain">{explanation}</Notice>}
      <h2>Sections</h2>
      <Sections sections={sections} />
      <h2>Good to know</h2>
      <Rules duration={test.duration} />
      {explanation === undefined ? (
        <form method="post" action={`${path}/form/start`} class="buttons">
          <button type="submit" class="primary">
            Start test
          </button>
        </form>
      ) : null}
    </div>
  );
};
