import { attemptFacts } from '../../output/report-text.ts';
import { wrap } from '../../output/text.ts';
import type { Scope } from '../core/bindings.ts';
import { type Dialog, dialogScopes, linesLeft, saveDialog } from '../core/dialog.ts';
import { bodyHeight, type Env, go, notify, type ScreenEvent, type ShownFault, type Step, shown, step, without } from '../core/screen.ts';
import { call, type Report } from '../services/services.ts';
import { reducePdf } from './pdf.ts';

/** The report of an invitation; `top` is the first section on the screen. */
export type ReportState = {
  readonly screen: 'report';
  readonly testInvitationId: number;
  readonly report: Report | null;
  readonly top: number;
  /** The PDF is on its way. */
  readonly busy: boolean;
  readonly dialog: Dialog | null;
  readonly fault: ShownFault | null;
};

export const startReport = (testInvitationId: number): Step<ReportState> =>
  step(
    { screen: 'report', testInvitationId, report: null, top: 0, busy: false, dialog: null, fault: null },
    call('getReport', { testInvitationId }),
  );

export const reportScopes = (state: ReportState): readonly Scope[] =>
  state.dialog === null ? ['report', 'global'] : dialogScopes(state.dialog);

/** Lines of remarks on the screen; `assay report show` and the PDF have all. */
const mostRemarkLines = 4;

/** The label of a fact, as wide as `Pair` writes it. */
const factLabel = 14;

/** They leave room for two sections, or in a small terminal at least for the score. */
const remarkLines = ({ generated }: Report, env: Env, facts: number): readonly string[] => {
  const left = bodyHeight(env) - 4 - facts;
  const most = Math.min(mostRemarkLines, Math.max(0, left - 2, Math.min(1, left)));
  const lines = (generated?.remarks ?? []).flatMap((text) => wrap(`${text}.`, env.columns - factLabel));
  if (lines.length <= most) return lines;
  return most === 0 ? [] : [...lines.slice(0, most - 1), '… all in the PDF, and by `assay report show`'];
};

/** The facts above the scores, a line each. */
export const factsOf = (report: Report, env: Env): readonly (readonly [label: string, text: string])[] => {
  const facts = attemptFacts(report, report.generated).flatMap(([label, text]) => (text === null ? [] : [[label, text] as const]));
  const remarks = remarkLines(report, env, facts.length);
  return [...facts, ...remarks.map((text, index) => [index === 0 ? 'Remarks' : '', text] as const)];
};

/** All but candidate, test, facts, the total and the lines between. */
export const sectionsHeight = (state: ReportState, env: Env): number =>
  Math.max(2, linesLeft(state, env, 6 + (state.report === null ? 0 : factsOf(state.report, env).length)));

export const reduceReport = (state: ReportState, event: ScreenEvent, env: Env): Step<ReportState> => {
  const { testInvitationId } = state;
  const pdf = { testInvitationId, document: 'report' } as const;
  const ofPdf = reducePdf(state, event);
  if (ofPdf !== undefined) return ofPdf;
  const last = Math.max(0, (state.report?.generated?.sections.length ?? 0) - sectionsHeight(state, env));
  switch (event.type) {
    case 'refresh':
      return step(state, call('getReport', { testInvitationId }));
    case 'succeeded':
      return event.op === 'getReport' ? step({ ...state, report: event.value, fault: without(state.fault, event.op) }) : step(state);
    case 'failed':
      return step({ ...state, fault: shown(event) });
    case 'command':
      if (event.id === 'up') return step({ ...state, top: Math.max(0, state.top - 1) });
      if (event.id === 'down') return step({ ...state, top: Math.min(last, state.top + 1) });
      if (event.id === 'programs') return step(state, go({ screen: 'code', testInvitationId }));
      if (event.id === 'answers') return step(state, go({ screen: 'answers', testInvitationId }));
      if ((event.id !== 'pdf' && event.id !== 'open-pdf') || state.busy) return step(state);
      if (state.report?.reportStatus !== 'Generated')
        return step(state, notify('There is no PDF yet: the report is made when the attempt is completed.'));
      return event.id === 'pdf'
        ? step({ ...state, dialog: saveDialog(pdf, `Save the report of ${state.report.fullName} as`) })
        : step({ ...state, busy: true, fault: null }, call('openReport', pdf));
    case 'typed':
    case 'edit':
    case 'due':
      return step(state);
  }
};
