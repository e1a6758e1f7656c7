import type { Answer, SavedAnswer, TakeQuestion } from '@assay/domain';
import { AnswerInput } from './AnswerInput.tsx';
import { type Feedback, fieldNames, fingerprint } from './form.ts';
import { OptionText, Prompt } from './Parts.tsx';
import { plural } from './words.ts';

/** An answer to read, not to change. */
const ShownAnswer = ({ question, answer }: { question: TakeQuestion; answer: Answer }) => {
  if (answer === null) return <p>No answer</p>;
  if (question.options === undefined) return <pre>{String(answer)}</pre>;
  const picked = question.options.filter(({ optionId }) => [answer].flat().includes(optionId));
  return (
    <ul>
      {picked.map(({ optionId, text }) => (
        <li key={optionId}>
          <OptionText text={text} />
        </li>
      ))}
    </ul>
  );
};

type Props = { question: TakeQuestion; number: number; saved: SavedAnswer | undefined; feedback: Feedback | undefined };

export const QuestionField = ({ question, number, saved, feedback }: Props) => {
  const { questionId, prompt, marks, penalty } = question;
  const names = fieldNames(questionId);
  const id = `question-${questionId}`;
  const stored = saved?.answer ?? null;
  const describedBy = feedback === undefined ? `${id}-prompt` : `${id}-prompt ${id}-feedback`;
  return (
    <fieldset id={id} class="card question" aria-describedby={describedBy}>
      <legend>
        <h3>Question {number}</h3>
        <span class="hint">
          {plural(marks, 'mark')}
          {penalty > 0 ? `, −${penalty} if wrong` : ''}
        </span>
      </legend>
      <Prompt id={`${id}-prompt`} text={prompt} />
      {feedback?.kind === 'fault' ? (
        <p class="fault" id={`${id}-feedback`}>
          {feedback.message}
        </p>
      ) : null}
      <AnswerInput
        question={question}
        id={id}
        name={names.answer}
        answer={feedback?.kind === 'fault' ? feedback.typed : stored}
        faulty={feedback?.kind === 'fault'}
        describedBy={describedBy}
      />
      {feedback?.kind === 'newer' ? (
        <div class="yours" id={`${id}-feedback`}>
          <p>
            <strong>A newer answer from another tab or device was kept</strong>; it is shown above. From here you sent:
          </p>
          <ShownAnswer question={question} answer={feedback.yours} />
        </div>
      ) : null}
      <input type="hidden" name={names.revision} value={String(saved?.revision ?? 0)} />
      <input type="hidden" name={names.before} value={fingerprint(stored)} />
    </fieldset>
  );
};
