import type { Refusal } from '@assay/domain';
import type { Feedback } from './form.ts';
import { Notice } from './Parts.tsx';
import { Refused } from './Refused.tsx';
import { formatTime, plural } from './words.ts';

type Questions = readonly { readonly questionId: number; readonly number: number }[];

const Links = ({ questions }: { questions: Questions }) => (
  <ul>
    {questions.map(({ questionId, number }) => (
      <li key={questionId}>
        <a href={`#question-${questionId}`}>Question {number}</a>
      </li>
    ))}
  </ul>
);

type Props = {
  savedAt: number | undefined;
  refused: Refusal | undefined;
  feedback: ReadonlyMap<number, Feedback> | undefined;
  questions: Questions;
  serverTime: string;
};

/** What came of the last form. */
export const FormNotices = ({ savedAt, refused, feedback, questions, serverTime }: Props) => {
  const of = (kind: Feedback['kind']) => questions.filter(({ questionId }) => feedback?.get(questionId)?.kind === kind);
  const faults = of('fault');
  const newer = of('newer');
  // The time comes out of the address, which anybody can write.
  const known = savedAt !== undefined && savedAt > 0 && savedAt <= Date.parse(serverTime) + 60_000;
  return (
    <>
      <Refused refused={refused} />
      {faults.length === 0 ? null : (
        <Notice tone="bad">
          <p>
            <strong>{plural(faults.length, 'answer')} could not be saved.</strong> Everything else is saved. Please look at:
          </p>
          <Links questions={faults} />
        </Notice>
      )}
      {newer.length === 0 ? null : (
        <Notice tone="bad">
          <p>
            <strong>A newer answer from another tab or device was kept.</strong> It is what this page shows now; what you sent from here
            stands below it:
          </p>
          <Links questions={newer} />
        </Notice>
      )}
      {known ? <Notice tone="good">Saved at {formatTime(new Date(savedAt).toISOString())}.</Notice> : null}
    </>
  );
};
