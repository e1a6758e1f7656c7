import type { Answer, TakeQuestion } from '@assay/domain';
import { OptionText } from './Parts.tsx';

type Props = { question: TakeQuestion; id: string; name: string; answer: Answer; faulty: boolean; describedBy: string };

const Options = ({ question, id, name, answer }: Props) => {
  const single = question.kind === 'single-choice';
  const picked = [answer].flat();
  return (
    <div class="options">
      {single ? null : <p class="hint">Several can be right.</p>}
      {question.options?.map(({ optionId, text }) => (
        <label class="option" key={optionId} for={`${id}-${optionId}`}>
          <input
            type={single ? 'radio' : 'checkbox'}
            id={`${id}-${optionId}`}
            name={name}
            value={optionId}
            checked={picked.includes(optionId)}
          />
          <OptionText text={text} />
        </label>
      ))}
      {single ? (
        <label class="option none" for={`${id}-none`}>
          <input
            type="radio"
            id={`${id}-none`}
            name={name}
            value=""
            checked={!question.options?.some(({ optionId }) => picked.includes(optionId))}
          />
          <span class="text">No answer</span>
        </label>
      ) : null}
    </div>
  );
};

// type=number would send nothing at all for what is not a number, and so clear the answer.
const NumberInput = ({ id, name, answer, faulty, describedBy }: Props) => (
  <div class="field">
    <label for={`${id}-answer`}>Your answer, a number</label>
    <input
      type="text"
      id={`${id}-answer`}
      name={name}
      value={answer === null ? '' : String(answer)}
      autocomplete="off"
      class="number"
      aria-invalid={faulty}
      aria-describedby={describedBy}
    />
  </div>
);

const TextInput = ({ id, name, answer, faulty, describedBy }: Props) => (
  <div class="field">
    <label for={`${id}-answer`}>Your answer</label>
    {/* HTML drops one line break after the opening tag, so one is given away. */}
    <textarea id={`${id}-answer`} name={name} rows={3} dir="auto" aria-invalid={faulty} aria-describedby={describedBy}>
      {`\n${answer === null ? '' : String(answer)}`}
    </textarea>
  </div>
);

export const AnswerInput = (props: Props) => {
  switch (props.question.kind) {
    case 'single-choice':
    case 'multiple-choice':
      return <Options {...props} />;
    case 'numeric':
      return <NumberInput {...props} />;
    case 'text':
      return <TextInput {...props} />;
  }
};
