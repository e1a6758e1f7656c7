import { widthOf } from '../../output/text.ts';
import type { AppState, Entry } from '../app/app.ts';

const nameOf = ({ state }: Entry): string => {
  switch (state.screen) {
    case 'tests':
      return 'Tests';
    case 'test':
      return state.overview?.test.testName ?? `Test ${state.testId}`;
    case 'link':
      return state.link?.testLinkName ?? `Test link ${state.testLinkId}`;
    case 'link-form':
      return state.link === null ? 'New test link' : `Edit ${state.link.testLinkName}`;
    case 'invitations':
      return 'Invitations';
    case 'invitation':
      return state.detail?.invitation.fullName ?? `Invitation ${state.testInvitationId}`;
    case 'report':
      return 'Report';
    case 'code':
      return 'Programs';
    case 'answers':
      return 'Answers';
    case 'comparison':
      return 'Comparison';
    case 'statistics':
      return 'Statistics';
    case 'question':
      return `Question ${state.question.questionId}`;
    case 'register':
      return 'Register a candidate';
    case 'import':
      return 'Register from CSV';
    case 'quotas':
      return 'Quotas of the account';
    case 'review':
      return state.testId === null ? 'Answers to grade' : 'Answers to grade, of the test';
    case 'deliveries':
      return state.testId === null ? 'Deliveries of all tests' : 'Deliveries';
    case 'delivery':
      return `Delivery ${state.deliveryId}`;
  }
};

const arrow = ' › ';

/** The path to the current screen, `Tests › Web fundamentals › Invitations`; its beginning is left out when it does not fit. */
export const titleOf = (state: AppState, width: number): string => {
  const names = state.stack.map(nameOf);
  let shown = names.at(-1) ?? '';
  for (const [place, name] of [...names.entries()].slice(0, -1).reverse()) {
    const longer = `${name}${arrow}${shown}`;
    if (widthOf(longer) + (place === 0 ? 0 : 4) > width) return `…${arrow}${shown}`;
    shown = longer;
  }
  return shown;
};
