import { essayBounds, type TakeEssay } from '@assay/domain/take';
import type { Kind } from '../kind.ts';
import { TextArea } from '../text/text-area.tsx';
import { WrittenText } from '../text/written-text.tsx';
import { EssayNote } from './essay-note.tsx';

export const essay: Kind<TakeEssay> = {
  Field: (props) => (
    <TextArea
      {...props}
      limit={essayBounds.answer}
      look="input-essay"
      note={(text) => <EssayNote text={text} words={props.question.words} />}
    />
  ),
  AnswerText: WrittenText,
  hasPenalty: false,
};
