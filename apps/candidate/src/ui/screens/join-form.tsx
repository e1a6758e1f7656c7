import { bounds } from '@assay/domain/take';
import { useId, useRef, useState } from 'preact/hooks';
import type { FieldFault, JoinDetails, JoinField, JoinProblem } from '../../core/session/join.ts';
import type { JoinController } from '../../core/session/join-controller.ts';
import { Facts } from '../facts.tsx';
import { dateText } from '../format.ts';
import { locale, t } from '../language.ts';
import { PageFrame, ScreenTitle } from '../page-frame.tsx';

/** Characters. */
const longest: Readonly<Record<JoinField, number>> = { emailId: bounds.email, fullName: bounds.name };

const wordsOf = (field: JoinField, fault: FieldFault): string => {
  const words: Readonly<Record<FieldFault, string>> = {
    required: t(field === 'emailId' ? 'join.email.required' : 'join.name.required'),
    'too-long': t('join.name.long', { count: longest[field] }),
    email: t('join.email.invalid'),
    control: t('join.control'),
    'web-address': t('join.name.address'),
  };
  return words[fault];
};

export const problemText = (problem: JoinProblem, organization: string): string => {
  switch (problem.type) {
    case 'unreachable':
      return t('join.unreachable');
    case 'busy':
      return t('join.limited');
    case 'full':
      return t('join.full', { organization, date: dateText(problem.until, locale()) });
    case 'invite-only':
      return t('join.inviteOnly.refused', { organization });
    case 'refused':
      return t('join.refused', { message: problem.message });
  }
};

type FieldProps = { readonly field: JoinField; readonly controller: JoinController };

const Field = ({ field, controller }: FieldProps) => {
  const id = useId();
  const fault = controller.faults.value[field];
  const isEmail = field === 'emailId';
  return (
    <div class="field">
      <label class="field-legend" for={id}>
        {t(isEmail ? 'join.email' : 'join.name')}
      </label>
      <input
        id={id}
        class="input"
        name={field}
        type="text"
        inputMode={isEmail ? 'email' : 'text'}
        autocomplete={isEmail ? 'email' : 'name'}
        spellcheck={false}
        required
        dir={isEmail ? 'ltr' : 'auto'}
        value={controller.fields.value[field]}
        aria-invalid={fault !== null}
        aria-describedby={`${id}-note`}
        onInput={(event) => controller.dispatch({ type: 'field-typed', field, text: event.currentTarget.value })}
        onBlur={() => controller.dispatch({ type: 'field-left', field })}
      />
      <p id={`${id}-note`} class={fault === null ? 'field-note' : 'field-note field-error'}>
        {fault === null ? (isEmail ? t('join.email.hint') : '') : wordsOf(field, fault)}
      </p>
    </div>
  );
};

type Props = {
  readonly details: JoinDetails;
  readonly busy: boolean;
  readonly problem: JoinProblem | null;
  readonly controller: JoinController;
};

/** Name and email. The first wrong field takes the focus and says why. */
export const JoinForm = ({ details, busy, problem, controller }: Props) => {
  const form = useRef<HTMLFormElement>(null);
  const isInviteOnly = details.inviteCandidateOnly === 1;
  const { organization, test, access } = details;
  const [wasWrong, setWasWrong] = useState(false);
  const { emailId, fullName } = controller.faults.value;
  const isWrong = wasWrong && (emailId !== null || fullName !== null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (busy) return;
    controller.dispatch({ type: 'join-pressed' });
    const faults = controller.faults.value;
    const wrong = (['emailId', 'fullName'] as const).find((field) => faults[field] !== null);
    setWasWrong(wrong !== undefined);
    if (wrong !== undefined) form.current?.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus();
  };
  return (
    <PageFrame organization={details}>
      <div class="card card-short">
        {!isInviteOnly && <p dir="auto">{t('join.lead', { organization })}</p>}
        <ScreenTitle>{test.testName}</ScreenTitle>
        <Facts test={test} access={access} />
        {isInviteOnly && (
          <div class="notice notice-block">
            <strong>{t('join.inviteOnly.title')}</strong>
            <span>{t('join.inviteOnly.body')}</span>
          </div>
        )}
        <form ref={form} class="form" noValidate onSubmit={submit}>
          <Field field="emailId" controller={controller} />
          <Field field="fullName" controller={controller} />
          <p role="alert" class="problem" dir="auto">
            {isWrong && t('join.check')}
            {!isWrong && problem !== null && problemText(problem, organization)}
          </p>
          <p class="actions">
            <button type="submit" class="button button-main button-large" aria-disabled={busy}>
              {t(busy ? 'join.sending' : 'join.submit')}
            </button>
          </p>
        </form>
      </div>
    </PageFrame>
  );
};
