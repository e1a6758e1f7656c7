import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { CodeLanguage } from '../../../core/answers/drafts.ts';
import { fontSize } from './font-size.ts';
import { loadMirror, mirror } from './load-mirror.ts';
import type { Mirror } from './mirror.ts';

/** Characters that a page can hold at a time: more than an answer may have, and no more than what stays quick. */
const most = 200_000;

/** What the rest of the question does with the editor. */
export type EditorHandle = { readonly goTo: (line: number) => void; readonly focus: () => void };

type Props = {
  readonly text: string;
  readonly language: CodeLanguage;
  /** Ids of what names and what describes the editor. */
  readonly labelledBy: string;
  readonly describedBy: string;
  readonly invalid: boolean;
  /** The line of an error, of the text as it was run. */
  readonly fault: number | null;
  readonly handle: { current: EditorHandle | null };
  readonly onText: (text: string, isPasted: boolean) => void;
  readonly onFull: () => void;
  readonly onRun: () => void;
};

const offsetOf = (text: string, line: number): number =>
  text
    .split('\n')
    .slice(0, line - 1)
    .reduce((offset, one) => offset + one.length + 1, 0);

/** A text area until CodeMirror is loaded, and where it cannot be; both hold the same text. */
export const CodeEditor = (props: Props) => {
  const { text, language, labelledBy, describedBy, invalid, fault, handle } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Mirror | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const open = mirror.value;
  const size = fontSize.value;
  const attributes = {
    'aria-labelledby': labelledBy,
    'aria-describedby': describedBy,
    'aria-invalid': String(invalid),
    autocapitalize: 'off',
    autocorrect: 'off',
    spellcheck: 'false',
    // Browsers focus it without; checkers of accessibility ask for it.
    tabindex: '0',
    translate: 'no',
  };

  useEffect(loadMirror, []);
  useLayoutEffect(() => {
    const parent = host.current;
    if (open === null || parent === null) return;
    const before = area.current;
    const hadFocus = before !== null && document.activeElement === before;
    const opened = open({
      parent,
      text: latest.current.text,
      language: latest.current.language,
      attributes,
      most,
      onText: (next, isPasted) => latest.current.onText(next, isPasted),
      onFull: () => latest.current.onFull(),
      onRun: () => latest.current.onRun(),
    });
    editor.current = opened;
    if (before !== null) before.hidden = true;
    if (hadFocus) opened.select(before.selectionStart, before.selectionEnd);
    return () => {
      opened.close();
      editor.current = null;
    };
  }, [open]);
  useLayoutEffect(() => editor.current?.show(language, text), [open, language, text]);
  useLayoutEffect(() => editor.current?.describe(attributes), [open, labelledBy, describedBy, invalid]);
  useLayoutEffect(() => editor.current?.fault(fault), [open, language, fault]);
  useLayoutEffect(() => editor.current?.measure(), [open, size]);
  useLayoutEffect(() => {
    handle.current = {
      goTo: (line) => {
        if (editor.current !== null) return editor.current.goTo(line);
        const at = offsetOf(latest.current.text, line);
        area.current?.focus();
        area.current?.setSelectionRange(at, at);
      },
      focus: () => (editor.current?.view ?? area.current)?.focus(),
    };
  });
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    props.onRun();
  };
  return (
    <div class={`code-editor code-size-${size}`} dir="ltr" translate={false}>
      <textarea
        ref={area}
        class="code-area"
        hidden={open !== null}
        rows={14}
        wrap="off"
        maxLength={most}
        value={text}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        autocapitalize="off"
        spellcheck={false}
        onKeyDown={press}
        onInput={({ currentTarget, inputType }) => props.onText(currentTarget.value, /^insertFrom(Paste|Drop)/.test(inputType))}
      />
      <div ref={host} class="code-host" />
    </div>
  );
};
