import type { Answer, TakeChoice } from '@assay/domain/take';
import { SafeHtml } from '../../safe-html.tsx';

/** The options that were picked. */
export const Picked = ({ question, answer }: { readonly question: TakeChoice; readonly answer: Answer }) => (
  <ul class="picks">
    {question.options
      .filter(({ optionId }) => [answer].flat().includes(optionId))
      .map(({ optionId, text, html }) => (
        <li key={optionId}>
          <SafeHtml html={html} text={text} inline />
        </li>
      ))}
  </ul>
);
