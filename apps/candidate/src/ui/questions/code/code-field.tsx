import { languageNames, type TakeCode, type TakeProgram } from '@assay/domain/take';
import { batch } from '@preact/signals';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  bytesOver,
  type Code,
  type CodeLanguage,
  chooseLanguage,
  isUnwritten,
  programOf,
  type Step,
  shownLanguage,
  shownText,
  starterIn,
  type Written,
  writeText,
} from '../../../core/answers/drafts.ts';
import { recordWritten } from '../../../core/answers/typing-record.ts';
import { Icon } from '../../icons.tsx';
import { t } from '../../language.ts';
import type { FieldProps } from '../kind.ts';
import { Counting } from '../text/counting.tsx';
import { AboutLanguage } from './about-language.tsx';
import { CodeEditor, type EditorHandle } from './code-editor.tsx';
import { canResize, resize } from './font-size.ts';
import { mirror } from './load-mirror.ts';
import { ResetDialog } from './reset-dialog.tsx';
import { RunPanel } from './run-panel.tsx';

const nameOf = ({ language, version }: TakeCode['languages'][number]): string =>
  version === undefined ? languageNames[language] : `${languageNames[language]} (${version})`;

const SizeButton = ({ by }: { readonly by: 1 | -1 }) => (
  <button
    type="button"
    class="button button-small button-quiet code-resize"
    aria-label={t(by > 0 ? 'code.larger' : 'code.smaller')}
    aria-disabled={!canResize(by)}
    onClick={() => resize(by)}
  >
    <Icon name={by > 0 ? 'larger' : 'smaller'} />
  </button>
);

/** A program or a query: its language, the editor, and runs. Each language keeps its own text; the one that is written last counts. */
export const CodeField = ({ question, controller, headingId }: FieldProps<TakeProgram>) => {
  const languages = controller.languages.value;
  const code: Code = { ...question.code, ofLanguages: Object.fromEntries(languages.map((one) => [one.language, one.starter])) };
  const { questionId } = question;
  const handle = useRef<EditorHandle>(null);
  const [asks, setAsks] = useState(false);
  const [full, setFull] = useState(false);
  const [input, setInput] = useState('');
  const [replaced, setReplaced] = useState<{ readonly language: CodeLanguage; readonly text: string } | null>(null);
  const read = (): Written => controller.answers.peek().get(questionId) ?? { answer: null };
  const written: Written = controller.answers.value.get(questionId) ?? { answer: null };
  const language = shownLanguage(code, written);
  const text = shownText(code, written, language);
  const over = bytesOver(text);
  const program = programOf(written.answer);
  const run = controller.runs.value.last.get(questionId);
  const id = `code-${questionId}`;

  const apply = ({ drafts, effect }: Step) => {
    if (effect.type === 'answer') controller.dispatch({ type: 'answer-edited', questionId, answer: effect.answer, drafts });
    else if (effect.type === 'too-long') controller.dispatch({ type: 'text-typed', questionId, text: drafts.language, drafts });
    else controller.dispatch({ type: 'drafts-changed', questionId, drafts });
  };
  const write = (next: string, isPasted: boolean) =>
    batch(() => {
      const now = read();
      const at = controller.sinceStart();
      const before = shownText(code, now, language);
      const change = { questionId, language, before, text: next, isPasted, at };
      controller.dispatch({ type: 'typing-recorded', typing: recordWritten(controller.typing.peek(), change) });
      apply(writeText(code, now, next));
    });
  const onText = (next: string, isPasted: boolean) => {
    setFull(false);
    setReplaced(null);
    write(next, isPasted);
  };
  const reset = () => {
    setAsks(false);
    setReplaced({ language, text });
    write(starterIn(code, language), false);
  };
  const undo = () => {
    if (replaced !== null) write(replaced.text, false);
    setReplaced(null);
    handle.current?.focus();
  };
  const about = languages.find((one) => one.language === language);
  const insert = (starter: string) => {
    write(starter, false);
    handle.current?.focus();
  };
  // The dialog is closed by then, and the button that opened it is off.
  useLayoutEffect(() => {
    if (replaced !== null) handle.current?.focus();
  }, [replaced]);
  const runProgram = (input?: string) => {
    if (bytesOver(text) === 0) controller.dispatch({ type: 'run-pressed', questionId, of: { answer: { language, source: text }, input } });
  };
  const faultLine =
    run?.type === 'done' && run.of.answer.language === language && run.of.answer.source === text
      ? (run.cases.find(({ line }) => line !== undefined)?.line ?? null)
      : null;

  return (
    <div class="code-work">
      <div class="code-tools">
        {code.languages.length > 1 ? (
          <label class="code-language">
            <span class="sr-only">{t('code.language')}</span>
            <select
              class="select"
              value={language}
              onChange={({ currentTarget }) => {
                const chosen = code.languages.find((one) => one.language === currentTarget.value);
                if (chosen !== undefined) apply(chooseLanguage(code, read(), chosen.language));
              }}
            >
              {code.languages.map((one) => (
                <option key={one.language} value={one.language}>
                  {nameOf(one)}
                </option>
              ))}
            </select>
          </label>
        ) : (
          <span class="code-language">{code.languages.map(nameOf)}</span>
        )}
        <SizeButton by={-1} />
        <SizeButton by={1} />
        <button
          type="button"
          class="button button-small button-quiet"
          aria-haspopup="dialog"
          disabled={text === starterIn(code, language)}
          onClick={() => setAsks(true)}
        >
          <Icon name="reset" />
          {t('code.reset')}
        </button>
      </div>
      {about !== undefined && (
        <AboutLanguage
          key={language}
          of={about}
          isWhole={code.io === 'stdio' || code.io === 'sql'}
          onInsert={text.trim() === '' ? () => insert(about.starter) : null}
        />
      )}
      <span id={`${id}-label`} class="sr-only">
        {t(question.kind === 'sql' ? 'code.query' : 'code.program', { language: languageNames[language] })}
      </span>
      <CodeEditor
        text={text}
        language={language}
        labelledBy={`${headingId} ${id}-label`}
        describedBy={`${id}-keys ${id}-note`}
        invalid={over > 0}
        fault={faultLine}
        handle={handle}
        onText={onText}
        onFull={() => setFull(true)}
        onRun={() => runProgram(code.samples.length > 0 ? undefined : input)}
      />
      <p id={`${id}-keys`} class="code-keys">
        {mirror.value !== null && t('code.keys')}
      </p>
      <div id={`${id}-note`} class="field-note code-note">
        {over > 0 && (
          <div role="alert">
            <p class="field-error">{t('code.over', { count: over })}</p>
            <Counting text={program?.source ?? ''} />
          </div>
        )}
        {over === 0 && program !== null && program.language !== language && isUnwritten(code, language, text) && (
          <p>{t('code.counts', { language: languageNames[program.language] })}</p>
        )}
        <p role="status" class="code-status">
          {full && t('code.full')}
          {replaced?.language === language && t('code.replaced')}
        </p>
        {replaced?.language === language && (
          <button type="button" class="button button-small" onClick={undo}>
            {t('code.undo')}
          </button>
        )}
      </div>
      <RunPanel
        code={code}
        run={run}
        runs={controller.runs.value}
        disabled={over > 0}
        input={input}
        onInput={setInput}
        onRun={runProgram}
        onLine={(line) => handle.current?.goTo(line)}
      />
      {asks && <ResetDialog language={languageNames[language]} onReset={reset} onClose={() => setAsks(false)} />}
    </div>
  );
};
