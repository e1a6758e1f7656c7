import { type AttemptState, isBlank } from '@assay/domain';
import { Deadline } from './Deadline.tsx';
import { FormNotices } from './FormNotices.tsx';
import { QuestionField } from './QuestionField.tsx';
import type { TakeView } from './TakePage.tsx';
import { formatMinutes, formatTime, formatTimeLeft, plural } from './words.ts';

type Numbered = NonNullable<AttemptState['questions']>[number] & { readonly number: number };

const Contents = ({
  sections,
  questions,
  answered,
}: {
  sections: AttemptState['sections'];
  questions: readonly Numbered[];
  answered: ReadonlySet<number>;
}) => (
  <nav aria-label="Sections">
    <ol class="sections">
      {sections.map(({ sectionName }, index) => {
        const here = questions.filter(({ section }) => section === index);
        return (
          <li key={index}>
            <a href={`#section-${index + 1}`} dir="auto">
              {sectionName}
            </a>
            <span class="hint">
              {here.filter(({ questionId }) => answered.has(questionId)).length} of {here.length} answered
            </span>
          </li>
        );
      })}
    </ol>
  </nav>
);

const Bar = ({ state: { deadline, serverTime } }: { state: AttemptState }) => (
  <div class="bar">
    {deadline === null ? null : (
      <p>
        Ends at <strong>{formatTime(deadline)}</strong>
        <span class="hint"> {formatTimeLeft(serverTime, deadline)} left when loaded</span>
      </p>
    )}
    <div class="buttons">
      {/* The first button is the one that Enter in a field presses. */}
      <button type="submit" name="action" value="save">
        Save answers
      </button>
      <button type="submit" name="action" value="submit" class="primary">
        Submit test
      </button>
    </div>
  </div>
);

/** All questions in one form, section by section. */
export const TakeForm = ({ path, state, savedAt, refused, feedback }: TakeView) => {
  const questions = (state.questions ?? []).map((question, index) => ({ ...question, number: index + 1 }));
  const saved = new Map((state.answers ?? []).map((one) => [one.questionId, one]));
  const answered = new Set([...saved.values()].filter(({ answer }) => !isBlank(answer)).map(({ questionId }) => questionId));
  return (
    <>
      <div class="card">
        <h1 dir="auto">{state.test.testName}</h1>
        <FormNotices savedAt={savedAt} refused={refused} feedback={feedback} questions={questions} serverTime={state.serverTime} />
        <Deadline state={state} />
        <Contents sections={state.sections} questions={questions} answered={answered} />
        <p class="hint">Answers are stored when you press “Save answers”.</p>
      </div>
      <form method="post" action={`${path}/form/answers`}>
        {state.sections.map(({ sectionName, questions: count, duration }, index) => (
          <section key={index} id={`section-${index + 1}`} aria-labelledby={`section-${index + 1}-name`}>
            <h2 id={`section-${index + 1}-name`} dir="auto">
              {sectionName}
            </h2>
            <p class="hint">
              Section {index + 1} of {state.sections.length}: {plural(count, 'question')}
              {duration > 0 ? `, about ${formatMinutes(duration)}` : ''}
            </p>
            {questions
              .filter(({ section }) => section === index)
              .map((question) => (
                <QuestionField
                  key={question.questionId}
                  question={question}
                  number={question.number}
                  saved={saved.get(question.questionId)}
                  feedback={feedback?.get(question.questionId)}
                />
              ))}
          </section>
        ))}
        <Bar state={state} />
      </form>
    </>
  );
};
