import { isBlank } from '@assay/domain';
import { Deadline } from './Deadline.tsx';
import { SubmitForm } from './SubmitForm.tsx';
import type { TakeView } from './TakePage.tsx';
import { plural } from './words.ts';

/** Asks once before submitting, and lists what is blank. */
export const TakeConfirm = ({ path, state }: TakeView) => {
  const { questions = [], answers = [], sections } = state;
  const answered = new Set(answers.filter(({ answer }) => !isBlank(answer)).map(({ questionId }) => questionId));
  const blanks = questions
    .map((question, index) => ({ ...question, number: index + 1 }))
    .filter(({ questionId }) => !answered.has(questionId));
  return (
    <div class="card">
      <h1>Submit the test?</h1>
      <p class="lead">
        Your answers are saved: {answered.size} of {plural(questions.length, 'question')} answered.
      </p>
      <Deadline state={state} />
      {blanks.length === 0 ? (
        <p>No question is blank.</p>
      ) : (
        <>
          <h2>{blanks.length === 1 ? 'One question is blank' : `${blanks.length} questions are blank`}</h2>
          {sections.map(({ sectionName }, section) => {
            const here = blanks.filter((blank) => blank.section === section);
            return here.length === 0 ? null : (
              <div key={section}>
                <h3 dir="auto">{sectionName}</h3>
                <ul class="numbers">
                  {here.map(({ questionId, number }) => (
                    <li key={questionId}>
                      <a href={`${path}#question-${questionId}`} aria-label={`Question ${number}`}>
                        {number}
                      </a>
                    </li>
                  ))}
                </ul>
              </div>
            );
          })}
        </>
      )}
      <p>After you submit, answers cannot be changed any more.</p>
      <SubmitForm path={path} back />
    </div>
  );
};
