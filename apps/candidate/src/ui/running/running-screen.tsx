import type { Answer } from '@assay/domain/take';
import { useState } from 'preact/hooks';
import type { Attempt } from '../../core/server/protocol.ts';
import type { AttemptController } from '../../core/session/attempt-controller.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { KeysDialog } from '../dialogs/keys-dialog.tsx';
import { LeaveDialog } from '../dialogs/leave-dialog.tsx';
import { SubmitDialog } from '../dialogs/submit-dialog.tsx';
import type { KeyAction } from '../keys.ts';
import { t } from '../language.ts';
import { PageFrame } from '../page-frame.tsx';
import { kindOf } from '../questions/kinds.ts';
import { useKeys } from '../use-keys.ts';
import { Notices } from './notices.tsx';
import { marksOf } from './progress.ts';
import { QuestionCard } from './question-card.tsx';
import { QuestionMap } from './question-map.tsx';
import { RunningHeader } from './running-header.tsx';
import { SectionSteps } from './section-steps.tsx';
import { usePlace } from './use-place.ts';

type RunningProps = { readonly attempt: Attempt; readonly controller: AttemptController };
type Open = 'none' | 'map' | 'keys' | 'submit' | 'leave';

/** On a wide screen the map is already visible, and its key moves the focus there. */
const focusSideMap = (): boolean => {
  const current = document.querySelector<HTMLElement>('.side [aria-current=true]');
  if (current === null || current.offsetParent === null) return false;
  current.focus();
  return true;
};

/** One question at a time, with the map of all; every command also has a key. */
export const RunningScreen = ({ attempt, controller }: RunningProps) => {
  const questions = controller.questions.value;
  const answers = controller.answers.value;
  const [open, setOpen] = useState<Open>('none');
  const { index, go: goTo } = usePlace(questions, controller, () => setOpen('leave'));
  const question = questions[index];
  const marks = marksOf(questions, answers);
  const mark = marks[index];
  const view = question === undefined ? undefined : answers.get(question.questionId);

  const edit = (questionId: number, answer: Answer, typed?: string, pasted?: number) =>
    controller.dispatch({ type: 'answer-edited', questionId, answer, typed, pasted });
  const flag = (questionId: number, flagged: boolean) => controller.dispatch({ type: 'question-flagged', questionId, flagged });
  const go = (to: number) => {
    setOpen('none');
    goTo(to);
  };
  const pick = (option: number): boolean => {
    const picked = question && kindOf(question).pick?.(question, view?.answer ?? null, option);
    if (!picked) return false;
    edit(question.questionId, picked.answer);
    document.querySelector<HTMLElement>(`[data-pick="${option}"]`)?.focus();
    return true;
  };
  const commands: Readonly<Record<Exclude<KeyAction, object>, () => unknown>> = {
    next: () => go(index + 1),
    previous: () => go(index - 1),
    flag: () => mark !== undefined && flag(mark.questionId, !mark.flagged),
    map: () => focusSideMap() || setOpen('map'),
    submit: () => setOpen('submit'),
    help: () => setOpen('keys'),
  };
  useKeys((action) => {
    if (typeof action === 'object') return pick(action.pick);
    commands[action]();
    return true;
  });

  const map = <QuestionMap sections={attempt.sections} marks={marks} current={index} onGo={go} />;
  const header = (
    <RunningHeader
      testName={attempt.test.testName}
      controller={controller}
      unsaved={marks.filter((one) => one.unsaved)}
      onMap={commands.map}
      onKeys={commands.help}
      onSubmit={commands.submit}
    />
  );
  return (
    <PageFrame organization={attempt} header={header} layout="test">
      <Notices
        violations={controller.violations.value}
        camera={attempt.imageProctoring === 1 ? controller.camera.value : null}
        organization={attempt.organization}
      />
      {attempt.sections.length > 1 && <SectionSteps sections={attempt.sections} marks={marks} current={mark?.section ?? 0} onGo={go} />}
      <div class="desk">
        {question !== undefined && (
          <QuestionCard
            question={question}
            controller={controller}
            view={view}
            number={index + 1}
            total={questions.length}
            answered={mark?.answered ?? false}
            onAnswer={(answer, typed, pasted) => edit(question.questionId, answer, typed, pasted)}
            onTyped={(text) => controller.dispatch({ type: 'text-typed', questionId: question.questionId, text })}
            onChoose={(from) => controller.dispatch({ type: 'answer-chosen', questionId: question.questionId, from })}
            onFlag={(flagged) => flag(question.questionId, flagged)}
            onGo={(by) => go(index + by)}
          />
        )}
        <aside class="side card" aria-label={t('map.title')}>
          <h2>{t('map.title')}</h2>
          {map}
        </aside>
      </div>
      {open === 'map' && (
        <Dialog title={t('map.title')} onClose={() => setOpen('none')}>
          {map}
        </Dialog>
      )}
      {open === 'leave' && <LeaveDialog onClose={() => setOpen('none')} />}
      {open === 'keys' && <KeysDialog onClose={() => setOpen('none')} />}
      {open === 'submit' && (
        <SubmitDialog
          marks={marks}
          remaining={controller.remaining.value}
          unsent={!['saved', 'choose', 'invalid'].includes(controller.saveState.value)}
          onGo={go}
          onSubmit={() => {
            setOpen('none');
            controller.dispatch({ type: 'submit-pressed' });
          }}
          onClose={() => setOpen('none')}
        />
      )}
    </PageFrame>
  );
};
