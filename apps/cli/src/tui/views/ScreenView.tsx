import type { Env } from '../core/screen.ts';
import type { ScreenState } from '../screens/screens.ts';
import { AnswersView } from './AnswersView.tsx';
import { CodeView } from './CodeView.tsx';
import { ComparisonView } from './ComparisonView.tsx';
import { DeliveriesView } from './DeliveriesView.tsx';
import { DeliveryView } from './DeliveryView.tsx';
import { ImportView } from './ImportView.tsx';
import { InvitationsView } from './InvitationsView.tsx';
import { InvitationView } from './InvitationView.tsx';
import { LinkFormView } from './LinkFormView.tsx';
import { LinkView } from './LinkView.tsx';
import { QuestionView } from './QuestionView.tsx';
import { QuotasView } from './QuotasView.tsx';
import { RegisterView } from './RegisterView.tsx';
import { ReportView } from './ReportView.tsx';
import { ReviewView } from './ReviewView.tsx';
import { StatisticsView } from './StatisticsView.tsx';
import { TestsView } from './TestsView.tsx';
import { TestView } from './TestView.tsx';

/** The view of the current screen. */
export const ScreenView = ({ state, env }: { readonly state: ScreenState; readonly env: Env }) => {
  switch (state.screen) {
    case 'tests':
      return <TestsView state={state} env={env} />;
    case 'test':
      return <TestView state={state} env={env} />;
    case 'link':
      return <LinkView state={state} env={env} />;
    case 'link-form':
      return <LinkFormView state={state} env={env} />;
    case 'invitations':
      return <InvitationsView state={state} env={env} />;
    case 'invitation':
      return <InvitationView state={state} env={env} />;
    case 'report':
      return <ReportView state={state} env={env} />;
    case 'code':
      return <CodeView state={state} env={env} />;
    case 'answers':
      return <AnswersView state={state} env={env} />;
    case 'comparison':
      return <ComparisonView state={state} env={env} />;
    case 'statistics':
      return <StatisticsView state={state} env={env} />;
    case 'question':
      return <QuestionView state={state} env={env} />;
    case 'register':
      return <RegisterView state={state} env={env} />;
    case 'import':
      return <ImportView state={state} env={env} />;
    case 'quotas':
      return <QuotasView state={state} env={env} />;
    case 'review':
      return <ReviewView state={state} env={env} />;
    case 'deliveries':
      return <DeliveriesView state={state} env={env} />;
    case 'delivery':
      return <DeliveryView state={state} env={env} />;
  }
};
