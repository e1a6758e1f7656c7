import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { Annotation, Compartment, EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import { tagHighlighter, tags } from '@lezer/highlight';
import { StyleModule } from 'style-mod';
import type { CodeLanguage } from '../../../core/answers/drafts.ts';
import { grammarOf } from './grammars.ts';

// The library writes a style element into the document, which the page's policy forbids; a sheet of the document's own is none. What
// mounts is the list of a whole view, and the page has one.
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
StyleModule.mount = (_root, modules) =>
  sheet.replaceSync(
    [modules]
      .flat()
      .map((one) => one.getRules())
      .join('\n'),
  );

/** The colours of code in prompts. */
const colours = tagHighlighter([
  { tag: [tags.keyword, tags.bool, tags.null, tags.self, tags.modifier, tags.operatorKeyword], class: 'hljs-keyword' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp, tags.character, tags.escape], class: 'hljs-string' },
  { tag: [tags.number, tags.atom], class: 'hljs-number' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.definition(tags.typeName)], class: 'hljs-title' },
  { tag: [tags.typeName, tags.className, tags.namespace, tags.standard(tags.name), tags.macroName], class: 'hljs-type' },
  { tag: [tags.comment, tags.meta], class: 'hljs-comment' },
]);

const theme = EditorView.theme({
  '&': { color: 'var(--text)', backgroundColor: 'var(--surface)', fontSize: 'inherit' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.5' },
  '.cm-content': { padding: '0.6rem 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 0.75rem 0 0.5rem' },
  '.cm-gutters': { color: 'var(--text-soft)', backgroundColor: 'var(--sunken)', borderRight: '1px solid var(--line)' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '2.25em', padding: '0 0.5em' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'var(--code-active)' },
  '.cm-activeLineGutter': { color: 'var(--text)', backgroundColor: 'transparent' },
  '&.cm-focused .cm-matchingBracket, .cm-matchingBracket': {
    backgroundColor: 'var(--accent-soft)',
    outline: '1px solid var(--accent)',
    borderRadius: '2px',
  },
  '&.cm-focused .cm-nonmatchingBracket, .cm-nonmatchingBracket': { color: 'var(--critical)', backgroundColor: 'var(--critical-soft)' },
  '.cm-fault, &.cm-focused .cm-fault': { backgroundColor: 'var(--critical-soft)', boxShadow: 'inset 3px 0 var(--critical)' },
});

const units: Partial<Record<CodeLanguage, string>> = { javascript: '  ', typescript: '  ', ruby: '  ', sql: '  ', go: '\t' };

/** A change that the page makes, not the candidate. */
const byPage = Annotation.define<true>();

const showFault = StateEffect.define<number | null>();

/** The line of an error, until the text is changed. */
const fault = StateField.define({
  create: () => Decoration.none,
  update: (shown, { docChanged, effects, newDoc }) => {
    const { value: line } = effects.findLast((effect) => effect.is(showFault)) ?? { value: undefined };
    if (line === undefined) return docChanged ? Decoration.none : shown;
    if (line === null || line > newDoc.lines) return Decoration.none;
    return Decoration.set(Decoration.line({ class: 'cm-fault' }).range(newDoc.line(line).from));
  },
  provide: (field) => EditorView.decorations.from(field),
});

/**
 * Typing over a selection. Left to Chromium, the text gets the colours of what it replaces in a style attribute, which the page's policy
 * blocks and reports.
 */
const typeOver = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { inputType, data, isComposing } = event;
    if (inputType !== 'insertText' || data === null || isComposing || view.state.selection.main.empty) return false;
    view.dispatch(view.state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    return true;
  },
});

type Options = {
  readonly parent: HTMLElement;
  readonly text: string;
  readonly language: CodeLanguage;
  readonly attributes: Readonly<Record<string, string>>;
  /** More characters are not inserted: the page would become slow. */
  readonly most: number;
  readonly onText: (text: string, isPasted: boolean) => void;
  readonly onFull: () => void;
  readonly onRun: () => void;
};

/** The editor, with line numbers, indentation, brackets and history, and nothing that completes. Escape, then Tab leaves it. */
export const openMirror = ({ parent, text, language, attributes, most, onText, onFull, onRun }: Options) => {
  const grammar = new Compartment();
  const described = new Compartment();
  const states = new Map<CodeLanguage, EditorState>();
  let shown = language;
  let now = attributes;

  const guard = EditorState.changeFilter.of((transaction) => {
    if (!transaction.docChanged || transaction.annotation(byPage) || transaction.newDoc.length <= most) return true;
    if (transaction.newDoc.length < transaction.startState.doc.length) return true;
    onFull();
    return false;
  });
  const written = EditorView.updateListener.of(({ docChanged, transactions, state }) => {
    const own = transactions.filter((one) => one.docChanged && !one.annotation(byPage));
    if (!docChanged || own.length === 0) return;
    onText(
      state.doc.toString(),
      own.some((one) => one.isUserEvent('input.paste') || one.isUserEvent('input.drop')),
    );
  });
  const run = () => {
    onRun();
    return true;
  };
  const extensions = (of: CodeLanguage): Extension => [
    lineNumbers(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    history(),
    indentOnInput(),
    bracketMatching(),
    indentUnit.of(units[of] ?? '    '),
    EditorState.tabSize.of(4),
    syntaxHighlighting(colours),
    keymap.of([{ key: 'Mod-Enter', run }, indentWithTab, ...historyKeymap, ...defaultKeymap]),
    typeOver,
    fault,
    guard,
    written,
    theme,
    described.of(EditorView.contentAttributes.of(now)),
    grammar.of([]),
  ];
  const stateOf = (of: CodeLanguage, doc: string) => EditorState.create({ doc, extensions: extensions(of) });
  const view = new EditorView({ parent, state: stateOf(language, text) });

  const colour = async (of: CodeLanguage): Promise<void> => {
    // A grammar that does not load leaves plain text.
    const extension = await grammarOf(of).catch(() => []);
    if (shown === of) view.dispatch({ effects: grammar.reconfigure(extension) });
  };
  void colour(language);

  return {
    view,
    /** Each language keeps its own history. */
    show: (next: CodeLanguage, doc: string): void => {
      if (next !== shown) {
        states.set(shown, view.state);
        shown = next;
        const before = states.get(next);
        view.setState(before?.doc.toString() === doc ? before : stateOf(next, doc));
        void colour(next);
        return;
      }
      if (view.state.doc.toString() === doc) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: doc }, annotations: byPage.of(true) });
    },
    /** Attributes of the text, for screen readers. */
    describe: (next: Readonly<Record<string, string>>): void => {
      now = next;
      view.dispatch({ effects: described.reconfigure(EditorView.contentAttributes.of(next)) });
    },
    /** Marks a line and brings it into view; null for none. */
    fault: (line: number | null): void => {
      const { doc } = view.state;
      const effects: StateEffect<unknown>[] = [showFault.of(line)];
      if (line !== null && line <= doc.lines) effects.push(EditorView.scrollIntoView(doc.line(line).from, { y: 'center' }));
      view.dispatch({ effects });
    },
    goTo: (line: number): void => {
      const { from } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
      view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
      view.focus();
    },
    select: (from: number, to: number): void => {
      const most = view.state.doc.length;
      view.dispatch({ selection: { anchor: Math.min(from, most), head: Math.min(to, most) } });
      view.focus();
    },
    /** The size of the text changed. */
    measure: (): void => view.requestMeasure(),
    close: (): void => view.destroy(),
  };
};

export type Mirror = ReturnType<typeof openMirror>;
