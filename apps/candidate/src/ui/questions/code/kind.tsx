import { languageNames, type TakeProgram } from '@assay/domain/take';
import { programOf } from '../../../core/answers/drafts.ts';
import type { Kind } from '../kind.ts';
import { CodeField } from './code-field.tsx';
import { CodePrompt, CodeText } from './code-prompt.tsx';

/** A program and a query. */
export const code: Kind<TakeProgram> = {
  Field: CodeField,
  AnswerText: ({ answer }) => {
    const program = programOf(answer);
    return program && <CodeText text={program.source} label={languageNames[program.language]} />;
  },
  Prompt: ({ question }) => <CodePrompt code={question.code} />,
  card: 'question-code',
  hasPenalty: true,
};
