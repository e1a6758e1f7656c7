import type { ManagedInvitation } from '@assay/domain';
import type { Binding, Scope } from '../core/bindings.ts';
import { selectedRow } from '../core/paged-rows.ts';
import type { Route } from '../core/routes.ts';
import type { Env, ScreenEvent, Step } from '../core/screen.ts';
import { type AnswersState, answersScopes, reduceAnswers, startAnswers } from './answers.ts';
import { type CodeState, codeScopes, reduceCode, startCode } from './code.ts';
import { type ComparisonState, comparisonScopes, reduceComparison, startComparison } from './comparison.ts';
import { type DeliveriesState, deliveriesScopes, reduceDeliveries, startDeliveries } from './deliveries.ts';
import { type DeliveryState, deliveryScopes, reduceDelivery, startDelivery } from './delivery.ts';
import { type ImportState, importScopes, reduceImport, startImport } from './import.ts';
import { type InvitationState, invitationScopes, reduceInvitation, startInvitation } from './invitation.ts';
import { startAction } from './invitation-actions.ts';
import { type InvitationsState, invitationsScopes, reduceInvitations, startInvitations } from './invitations.ts';
import { type LinkState, linkScopes, reduceLink, startLink } from './link.ts';
import { type LinkFormState, linkFormScopes, reduceLinkForm, startLinkForm } from './link-form.ts';
import { type QuestionState, questionScopes, reduceQuestion, startQuestion } from './question.ts';
import { type QuotasState, quotasScopes, reduceQuotas, startQuotas } from './quotas.ts';
import { type RegisterState, reduceRegister, registerScopes, startRegister } from './register.ts';
import { type ReportState, reduceReport, reportScopes, startReport } from './report.ts';
import { type ReviewState, reduceReview, reviewScopes, startReview } from './review.ts';
import { reduceStatistics, type StatisticsState, startStatistics, statisticsScopes } from './statistics.ts';
import { reduceTest, startTest, type TestState, testScopes } from './test.ts';
import { reduceTests, startTests, type TestsState, testsScopes } from './tests.ts';

export type ScreenState =
  | TestsState
  | TestState
  | LinkState
  | LinkFormState
  | InvitationsState
  | InvitationState
  | ReportState
  | CodeState
  | AnswersState
  | ComparisonState
  | StatisticsState
  | QuestionState
  | RegisterState
  | ImportState
  | QuotasState
  | ReviewState
  | DeliveriesState
  | DeliveryState;

export const startScreen = (route: Route, env: Env): Step<ScreenState> => {
  switch (route.screen) {
    case 'tests':
      return startTests(env);
    case 'test':
      return startTest(route.testId);
    case 'link':
      return startLink(route.testId, route.testLinkId);
    case 'link-form':
      return startLinkForm(route.testId, route.link);
    case 'invitations':
      return startInvitations(route.testId, env);
    case 'invitation':
      return startInvitation(route.testInvitationId);
    case 'report':
      return startReport(route.testInvitationId);
    case 'code':
      return startCode(route.testInvitationId);
    case 'answers':
      return startAnswers(route.testInvitationId);
    case 'comparison':
      return startComparison(route.testId, route.invitations);
    case 'statistics':
      return startStatistics(route.testId);
    case 'question':
      return startQuestion(route.question);
    case 'register':
      return startRegister(route.testId, route.testLinkId);
    case 'import':
      return startImport(route.testId, route.testLinkId);
    case 'quotas':
      return startQuotas();
    case 'review':
      return startReview(route.testId);
    case 'deliveries':
      return startDeliveries(route.testId, env);
    case 'delivery':
      return startDelivery(route.deliveryId);
  }
};

export const reduceScreen = (state: ScreenState, event: ScreenEvent, env: Env): Step<ScreenState> => {
  switch (state.screen) {
    case 'tests':
      return reduceTests(state, event, env);
    case 'test':
      return reduceTest(state, event, env);
    case 'link':
      return reduceLink(state, event);
    case 'link-form':
      return reduceLinkForm(state, event);
    case 'invitations':
      return reduceInvitations(state, event, env);
    case 'invitation':
      return reduceInvitation(state, event, env);
    case 'report':
      return reduceReport(state, event, env);
    case 'code':
      return reduceCode(state, event, env);
    case 'answers':
      return reduceAnswers(state, event, env);
    case 'comparison':
      return reduceComparison(state, event, env);
    case 'statistics':
      return reduceStatistics(state, event, env);
    case 'question':
      return reduceQuestion(state, event, env);
    case 'register':
      return reduceRegister(state, event);
    case 'import':
      return reduceImport(state, event, env);
    case 'quotas':
      return reduceQuotas(state, event, env);
    case 'review':
      return reduceReview(state, event, env);
    case 'deliveries':
      return reduceDeliveries(state, event, env);
    case 'delivery':
      return reduceDelivery(state, event, env);
  }
};

/** The invitation that the keys of a screen act on. */
const invitationOf = (state: ScreenState): ManagedInvitation | undefined =>
  state.screen === 'invitations' ? selectedRow(state.list) : state.screen === 'invitation' ? state.detail?.invitation : undefined;

/** Whether hints, help and the palette offer a command: not one that the status of the invitation forbids. */
export const isOffered = (state: ScreenState, { id, scope }: Binding): boolean => {
  const invitation = scope === state.screen ? invitationOf(state) : undefined;
  return invitation === undefined || startAction(id, invitation).type !== 'refused';
};

export const scopesOf = (state: ScreenState): readonly Scope[] => {
  switch (state.screen) {
    case 'tests':
      return testsScopes(state);
    case 'test':
      return testScopes();
    case 'link':
      return linkScopes(state);
    case 'link-form':
      return linkFormScopes(state);
    case 'invitations':
      return invitationsScopes(state);
    case 'invitation':
      return invitationScopes(state);
    case 'report':
      return reportScopes(state);
    case 'code':
      return codeScopes(state);
    case 'answers':
      return answersScopes();
    case 'comparison':
      return comparisonScopes(state);
    case 'statistics':
      return statisticsScopes();
    case 'question':
      return questionScopes();
    case 'register':
      return registerScopes(state);
    case 'import':
      return importScopes(state);
    case 'quotas':
      return quotasScopes();
    case 'review':
      return reviewScopes(state);
    case 'deliveries':
      return deliveriesScopes(state);
    case 'delivery':
      return deliveryScopes(state);
  }
};
