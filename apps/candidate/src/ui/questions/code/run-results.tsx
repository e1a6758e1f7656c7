import type { RunResult, TakeCode } from '@assay/domain/take';
import type { ComponentChildren } from 'preact';
import type { MessageKey } from '../../../i18n/index.ts';
import { Icon, type IconName } from '../../icons.tsx';
import { locale, t } from '../../language.ts';
import { useFocusable } from '../../use-focusable.ts';
import { sampleName } from './code-prompt.tsx';
import { differingLines, type Line, plainLines } from './differing-lines.ts';
import { type Excerpt, firstDifference } from './first-difference.ts';

/** A run of less than a hundredth of a second is not one of none. */
const secondsText = (seconds: number): string => {
  const format = new Intl.NumberFormat(locale(), { style: 'unit', unit: 'second', unitDisplay: 'narrow', maximumFractionDigits: 2 });
  return seconds < 0.01 ? `<\u2009${format.format(0.01)}` : format.format(seconds);
};

type Case = RunResult['cases'][number];

const stateOf = ({ verdict }: Case): 'right' | 'wrong' | 'ran' =>
  verdict === 'accepted' ? 'right' : verdict === null || verdict === 'not-run' ? 'ran' : 'wrong';

/** Its processor time says nothing of a program that waited. */
export const verdictKey = ({ verdict, waited }: Case) =>
  (waited ? 'verdict.waited' : verdict === null ? 'verdict.ran' : `verdict.${verdict}`) satisfies MessageKey;

const icons: Readonly<Record<ReturnType<typeof stateOf>, IconName>> = { right: 'check', wrong: 'cross', ran: 'info' };

type OutputProps = { readonly title: string; readonly lines: readonly Line[]; readonly wide?: boolean };

/** An output with its lines marked; where there is more to read than fits, it scrolls. */
const Output = ({ title, lines, wide = false }: OutputProps) => (
  <div class={wide ? 'output output-wide' : 'output'}>
    <h4>{title}</h4>
    <pre ref={useFocusable<HTMLPreElement>(title)} class="code-text" dir="ltr">
      {lines.map(({ text, differs }, index) =>
        // Lines have no other name than their place.
        differs ? (
          <mark key={index} class="output-line">
            {text === '' ? '↵' : text}
          </mark>
        ) : (
          <span key={index} class="output-line">
            {text === '' ? ' ' : text}
          </span>
        ),
      )}
    </pre>
  </div>
);

const Plain = ({ title, text, wide }: { readonly title: string; readonly text: string; readonly wide: boolean }) =>
  text === '' ? null : <Output title={title} lines={plainLines(text)} wide={wide} />;

const Marked = ({ title, excerpt: { before, differs, after } }: { readonly title: string; readonly excerpt: Excerpt }) => (
  <div class="difference-of">
    <dt>{title}</dt>
    <dd class="code-text" dir="ltr">
      {before}
      <mark>{differs}</mark>
      {after}
    </dd>
  </div>
);

/** Where the two outputs differ first, with a sign for each character that is not seen. */
const Difference = ({
  titles,
  expected,
  actual,
}: {
  readonly titles: readonly [string, string];
  readonly expected: string;
  readonly actual: string;
}) => {
  const found = firstDifference(expected, actual);
  if (found === undefined) return null;
  return (
    <div class="difference">
      <h4>{t('run.difference', { line: found.line, column: found.column })}</h4>
      <dl>
        <Marked title={titles[0]} excerpt={found.expected} />
        <Marked title={titles[1]} excerpt={found.actual} />
      </dl>
      <p class="hint">{t('run.signs')}</p>
    </div>
  );
};

type OutputsProps = { readonly code: TakeCode; readonly one: Case };

/** What was expected beside what came, the difference marked where the verdict is that they differ. What does not compile prints nothing. */
const Outputs = ({ code, one }: OutputsProps) => {
  const { verdict, stdout, stderr, expected, returned } = one;
  const actual = returned ?? stdout;
  const title = t(returned !== undefined ? 'code.returned' : code.io === 'sql' ? 'code.rows' : 'code.printed');
  const lines =
    expected === null || verdict !== 'wrong-answer'
      ? { expected: plainLines(expected ?? ''), actual: plainLines(actual) }
      : differingLines(expected, actual);
  if (verdict === 'compile-error') return <Plain title={t('code.errors')} text={stderr} wide />;
  if (verdict === 'not-run') return null;
  const expectedTitle = t(code.io === 'sql' ? 'code.expected.rows' : 'code.expected');
  return (
    <>
      {expected !== null && verdict === 'wrong-answer' && actual !== '' && (
        <Difference titles={[expectedTitle, title]} expected={expected} actual={actual} />
      )}
      <div class="outputs">
        {expected !== null && <Output title={expectedTitle} lines={lines.expected} />}
        <Output title={title} lines={actual === '' ? [{ text: t('code.nothing'), differs: verdict === 'wrong-answer' }] : lines.actual} />
        {returned !== undefined && <Plain title={t('code.printed')} text={stdout} wide={false} />}
        <Plain title={t('code.errors')} text={stderr} wide />
      </div>
    </>
  );
};

const Case = ({ code, one, children }: OutputsProps & { readonly children: ComponentChildren }) => {
  const state = stateOf(one);
  return (
    <details class={`case case-${state}`} open={state !== 'right'}>
      <summary>
        <Icon name={icons[state]} />
        <span class="case-verdict">{t(verdictKey(one))}</span>
        <span class="case-name" dir="auto">
          {one.expected === null && code.samples.every(({ name }) => name !== one.name) ? '' : sampleName(one.name)}
        </span>
        {!one.waited && one.verdict !== 'not-run' && <span class="case-seconds">{secondsText(one.seconds)}</span>}
      </summary>
      {children}
      <Outputs code={code} one={one} />
    </details>
  );
};

type Props = {
  readonly code: TakeCode;
  readonly cases: readonly Case[];
  readonly isOwn: boolean;
  readonly onLine: (line: number) => void;
};

/** What came of a run: each case with its verdict; the failed ones are open. A program that does not compile fails in all cases alike. */
export const RunResults = ({ code, cases, isOwn, onLine }: Props) => {
  const isStopped = cases.some(({ verdict }) => verdict === 'time-limit-exceeded');
  const compile = cases.find(({ verdict }) => verdict === 'compile-error');
  const shown = compile === undefined ? cases : [compile];
  const warnings = cases.find((one) => one.warnings !== undefined)?.warnings ?? '';
  const passed = cases.filter(({ verdict }) => verdict === 'accepted').length;
  return (
    <div class="results">
      <h3>
        {isOwn
          ? t(code.io === 'harness' ? 'run.title' : 'run.own')
          : t('run.passed', { passed, total: Math.max(cases.length, code.samples.length) })}
      </h3>
      <Plain title={t('code.warnings')} text={warnings} wide />
      <div class="cases">
        {shown.map((one, index) => (
          // Cases of a run never move, and two may share a name.
          <Case key={index} code={code} one={one}>
            {one.waited && <p class="case-note">{t('run.waited')}</p>}
            {one.verdict === 'not-run' && isStopped && <p class="case-note">{t('run.stopped')}</p>}
            {one.line !== undefined && (
              <button type="button" class="button button-small" onClick={() => onLine(one.line ?? 1)}>
                {t('code.line', { line: one.line })}
              </button>
            )}
          </Case>
        ))}
      </div>
    </div>
  );
};
