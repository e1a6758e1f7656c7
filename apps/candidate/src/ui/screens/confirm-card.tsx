import type { Confirmation, JoinProblem } from '../../core/session/join.ts';
import type { JoinController } from '../../core/session/join-controller.ts';
import { Facts } from '../facts.tsx';
import { t } from '../language.ts';
import { PageFrame, ScreenTitle } from '../page-frame.tsx';
import { problemText } from './join-form.tsx';

type Props = {
  readonly details: Confirmation;
  readonly busy: boolean;
  readonly problem: JoinProblem | null;
  readonly controller: JoinController;
};

/** Asks the holder of a mailed address. A press, as programs that check mails open every address in them. */
export const ConfirmCard = ({ details, busy, problem, controller }: Props) => {
  const { organization, test, access, emailId, fullName } = details;
  return (
    <PageFrame organization={details}>
      <div class="card card-short">
        <p>{t('confirm.lead')}</p>
        <ScreenTitle>{test.testName}</ScreenTitle>
        <Facts test={test} access={access} />
        <p>
          <strong dir="auto">{fullName}</strong>
          <br />
          <bdi dir="ltr">{emailId}</bdi>
        </p>
        <p>{t('confirm.stranger')}</p>
        <p role="alert" class="problem" dir="auto">
          {problem !== null && problemText(problem, organization)}
        </p>
        <p class="actions">
          <button
            type="button"
            class="button button-main button-large"
            aria-disabled={busy}
            onClick={() => controller.dispatch({ type: 'confirm-pressed' })}
          >
            {t(busy ? 'join.sending' : 'confirm.submit')}
          </button>
        </p>
      </div>
    </PageFrame>
  );
};
