import { describe, expect, it } from 'vitest';
import { invitationReport, reportedSection } from '../../testing/reports.ts';
import { call, noticesOf, opened, press, succeeded } from '../testing/given.ts';
import { env, report } from '../testing/samples.ts';
import { factsOf, reportScreen, sectionsHeight } from './report.tsx';

const id = { testInvitationId: 501 };
const one = opened(reportScreen, { testInvitationId: 501 });

describe('a report', () => {
  it('the PDF is opened once, however often the key is pressed', () => {
    const opening = one.when(succeeded('readReport', id, report()), press('open-pdf'));
    expect(opening.effects).toEqual([call('openDocument', { ...id, document: 'report' })]);
    expect(opening.when(press('open-pdf')).effects).toEqual([]);
    expect(noticesOf(opening.when(succeeded('openDocument', { ...id, document: 'report' }, {})).effects)).toEqual([
      expect.stringMatching(/^Opened\. /),
    ]);
  });

  it('p asks where the PDF goes, and is busy until it is there', () => {
    const saving = one.when(succeeded('readReport', id, report()), press('pdf'), press('submit'));
    const input = { ...id, document: 'report' as const, path: 'invitation-501.pdf', overwrite: false };
    expect(saving.effects).toEqual([call('exportDocument', input)]);
    expect(saving.state.busy).toBe(true);
    const held = saving.when(succeeded('exportDocument', input, { saved: false, path: '/home/ana/a.pdf' }));
    expect(held.state).toMatchObject({ busy: false, dialog: { kind: 'confirm', lines: ['/home/ana/a.pdf'] } });
  });

  it('there is no PDF before the report is generated', () => {
    const { effects } = one.when(
      succeeded('readReport', id, report({ reportStatus: 'Pending', generated: null, score: null })),
      press('pdf'),
    );
    expect(noticesOf(effects)).toHaveLength(1);
  });

  it('remarks are wrapped, and leave room for the sections', () => {
    const text = '12 questions of 672 words were answered within 0.9 s of the start; people read 240 to 400 words a minute';
    const remarked = (count: number) => {
      const all = factsOf(report({ generated: invitationReport({ remarks: Array(count).fill(text) }) }), { ...env, columns: 80 });
      return all.slice(
        all.findIndex(([label]) => label === 'Remarks'),
        -1,
      );
    };
    expect(remarked(1)).toEqual([
      ['Remarks', '12 questions of 672 words were answered within 0.9 s of the start;'],
      ['', 'people read 240 to 400 words a minute.'],
    ]);
    expect(remarked(9)).toHaveLength(4);
    expect(remarked(9).at(-1)).toEqual(['', '… all in the PDF, and by `assay report show`']);
  });

  it('sections scroll to the last and no further', () => {
    const sections = Array.from({ length: 30 }, (_, place) => reportedSection(`S ${place}`, '1', '1'));
    const down = Array.from({ length: 50 }, () => press('down'));
    const { state } = one.when(succeeded('readReport', id, report({ generated: invitationReport({ sections }) })), ...down);
    expect(state.top).toBe(30 - sectionsHeight(state, env));
  });
});
