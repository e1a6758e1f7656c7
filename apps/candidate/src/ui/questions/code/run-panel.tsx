import { codingBounds, type TakeCode } from '@assay/domain/take';
import { useEffect, useId, useState } from 'preact/hooks';
import { isRunning } from '../../../core/answers/runs.ts';
import type { Run, Runs } from '../../../core/session/attempt-state.ts';
import type { MessageKey } from '../../../i18n/index.ts';
import { Icon } from '../../icons.tsx';
import { t } from '../../language.ts';
import { RunResults, verdictKey } from './run-results.tsx';

/** Now (monotonic), renewed four times a second while `active`. */
const useNow = (active: boolean): number => {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    setNow(performance.now());
    if (!active) return;
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, [active]);
  return now;
};

const failureKey = ({ why, of }: Run & { type: 'failed' }) =>
  (why === 'refused' && of.input !== undefined ? 'run.input' : `run.${why}`) satisfies MessageKey;

/** What screen readers are told of the last run: that it began, and what came of it. */
const announcement = (run: Run | undefined, own: boolean): string => {
  if (run === undefined) return '';
  // Each number of programs before it, and each case, would be too much to hear.
  if (run.type === 'running') return t(run.ahead !== null && run.cases.length === 0 ? 'run.queued' : 'run.running');
  if (run.type === 'failed') return t(failureKey(run));
  const passed = run.cases.filter(({ verdict }) => verdict === 'accepted').length;
  if (!own) return t('run.passed', { passed, total: run.cases.length });
  const [only] = run.cases;
  return only === undefined ? '' : t(verdictKey(only));
};

const ownKeys = { stdio: 'run.own.stdin', function: 'run.own.arguments', sql: 'run.own.data' } as const;

type Props = {
  readonly code: TakeCode;
  readonly run: Run | undefined;
  readonly runs: Runs;
  readonly disabled: boolean;
  /** The candidate's own. */
  readonly input: string;
  readonly onInput: (input: string) => void;
  /** Without `input`: the samples. */
  readonly onRun: (input?: string) => void;
  readonly onLine: (line: number) => void;
};

/** Runs the program on the samples or on an input of the candidate's own, and shows what came of it. */
export const RunPanel = ({ code, run, runs, disabled, input, onInput, onRun, onLine }: Props) => {
  const id = useId();
  const hasSamples = code.samples.length > 0;
  // What tests it is the harness, which is not run here, and reads no input.
  const isAlone = code.io === 'harness';
  const [isOpen, setOpen] = useState(!hasSamples);
  const running = isRunning(runs);
  const [waiting, setWaiting] = useState(false);
  const now = useNow(running || waiting);
  const wait = Math.ceil((runs.freeAt - now) / 1_000);
  useEffect(() => setWaiting(wait > 0), [wait > 0, runs.freeAt]);
  const isOff = running || wait > 0 || disabled;
  const seconds = run?.type === 'running' ? Math.max(0, Math.floor((now - run.startedAt) / 1_000)) : 0;
  const press = (own?: string) => !isOff && onRun(own);
  const ahead = run?.type === 'running' ? run.ahead : null;
  const underWay = (): string =>
    ahead === null ? t('run.elapsed', { seconds }) : ahead === 0 ? t('run.next') : t('run.waiting', { ahead });
  const label = (usual: string): string => (running ? underWay() : wait > 0 ? t('run.wait', { seconds: wait }) : usual);
  const isOwn = !hasSamples || run?.of.input !== undefined;
  return (
    <section class="run" aria-label={t('run.title')}>
      <div class="run-buttons">
        {(hasSamples || isAlone) && (
          <button
            type="button"
            class="button button-main"
            aria-disabled={isOff}
            aria-keyshortcuts="Control+Enter"
            onClick={() => press(isAlone ? input : undefined)}
          >
            <Icon name="run" />
            {label(t(isAlone ? 'run.title' : 'run.samples'))}
          </button>
        )}
        {hasSamples && (
          <button type="button" class="button button-quiet" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
            {t('run.own')}
          </button>
        )}
        {(hasSamples || isAlone) && <kbd class="run-key">Ctrl + Enter</kbd>}
      </div>
      {code.io === 'harness' ? (
        <p class="hint">{t('run.alone')}</p>
      ) : (
        <div id={id} class="run-own" hidden={!isOpen}>
          <label class="field-legend" for={`${id}-input`}>
            {t(ownKeys[code.io], { example: '[1, 2]' })}
          </label>
          <textarea
            id={`${id}-input`}
            class="input code-input"
            dir="ltr"
            rows={4}
            wrap="off"
            spellcheck={false}
            autocapitalize="off"
            maxLength={codingBounds.caseText}
            value={input}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              press(input);
            }}
            onInput={({ currentTarget }) => onInput(currentTarget.value)}
          />
          <button type="button" class="button button-small" aria-disabled={isOff} onClick={() => press(input)}>
            <Icon name="run" />
            {label(t('run.with'))}
          </button>
        </div>
      )}
      <p class="sr-only" role="status">
        {announcement(run, isOwn)}
      </p>
      {run?.type === 'failed' && (run.why !== 'early' || wait > 0) && (
        <p class="run-failed">
          <Icon name="warning" />
          {t(failureKey(run))}
        </p>
      )}
      {run !== undefined && run.cases.length > 0 && <RunResults code={code} cases={run.cases} isOwn={isOwn} onLine={onLine} />}
    </section>
  );
};
