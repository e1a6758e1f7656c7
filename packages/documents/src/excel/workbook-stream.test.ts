import { EventEmitter, once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { eventually } from '@assay/testing';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { gradedCandidate, pendingCandidate, testReport, walkOf } from '../testing/test-report-fixtures.ts';
import { testExcel } from './test-excel.ts';

const partsOf = async (...of: Parameters<typeof testExcel>): Promise<Record<string, string>> => {
  const entries = Object.entries(unzipSync(await buffer(testExcel(...of))));
  return Object.fromEntries(entries.map(([path, bytes]) => [path, strFromU8(bytes)]));
};

/** Candidates without end; counts how far they were walked and how many walks were ended. */
const endless = () => {
  const seen = { pulled: 0, ended: 0 };
  const walk = async function* () {
    try {
      for (;;) {
        seen.pulled += 1;
        if (seen.pulled % 100 === 0) await new Promise(setImmediate);
        yield gradedCandidate({ testInvitationId: seen.pulled });
      }
    } finally {
      seen.ended += 1;
    }
  };
  return { seen, walk };
};

/** Resolves once no more candidates are pulled from one look to the next. */
const stalled = async (seen: { readonly pulled: number }): Promise<void> => {
  let before = 0;
  await eventually(() => {
    const since = seen.pulled - before;
    before = seen.pulled;
    if (before === 0 || since > 0) throw new Error(`still pulling: ${since} more`);
  });
};

describe('the bytes of the workbook', () => {
  it('has a histogram as a chart, and each part that another one names, with its content type', async () => {
    const parts = await partsOf(testReport(), walkOf([gradedCandidate()]));
    const sheets = Object.entries(parts).filter(([, xml]) => xml.includes('<drawing r:id="rId1"/>'));
    expect(sheets.map(([path]) => path)).toEqual(['xl/worksheets/sheet6.xml']);
    const chart = parts['xl/charts/chart1.xml'];
    expect(chart).toContain("<c:cat><c:strRef><c:f>'Statistics'!$A$14:$A$23</c:f>");
    expect(chart).toContain("<c:val><c:numRef><c:f>'Statistics'!$B$14:$B$23</c:f>");
    const types = parts['[Content_Types].xml'] ?? '';
    for (const path of Object.keys(parts))
      expect(types, path).toContain(path.endsWith('.rels') || path === '[Content_Types].xml' ? 'Extension="rels"' : `PartName="/${path}"`);
    const relations = Object.entries(parts).filter(([path]) => path.endsWith('.rels'));
    expect(relations).toHaveLength(4);
    for (const [path, xml] of relations)
      for (const [, target = ''] of xml.matchAll(/Target="([^"]+)"/gu))
        expect(parts).toHaveProperty([new URL(target, `zip:/${path.replace(/_rels\/[^/]*$/u, '')}`).pathname.slice(1)]);
  });

  it('freezes and filters the header of every table', async () => {
    const parts = await partsOf(testReport(), walkOf([gradedCandidate(), pendingCandidate()]));
    for (const [sheet, range, pane] of [
      ['sheet2', 'A1:E2', 'xSplit="2" ySplit="1" topLeftCell="C2" activePane="bottomRight"'],
      ['sheet3', 'A1:W3', 'xSplit="2" ySplit="1" topLeftCell="C2" activePane="bottomRight"'],
      ['sheet4', 'A1:H3', 'xSplit="2" ySplit="1" topLeftCell="C2" activePane="bottomRight"'],
      ['sheet5', 'A1:O7', 'xSplit="3" ySplit="1" topLeftCell="D2" activePane="bottomRight"'],
    ]) {
      const xml = parts[`xl/worksheets/${sheet}.xml`];
      expect(xml).toContain(`<pane ${pane} state="frozen"/>`);
      expect(xml).toContain(`</sheetData><autoFilter ref="${range}"/>`);
      expect(xml).toContain('<col min="1" max="1" width="');
    }
    const workbook = parts['xl/workbook.xml'] ?? '';
    expect(Array.from(workbook.matchAll(/<sheet name="(\w+)"/gu), ([, name]) => name).join(' ')).toBe(
      'Test Candidates Results Sections Questions Statistics',
    );
    expect(workbook).toContain(
      '<definedName name="_xlnm._FilterDatabase" localSheetId="1" hidden="1">\'Candidates\'!$A$1:$W$3</definedName>' +
        '<definedName name="_xlnm.Print_Titles" localSheetId="1">\'Candidates\'!$A:$B,\'Candidates\'!$1:$1</definedName>',
    );
    expect(parts['xl/worksheets/sheet1.xml']).not.toContain('autoFilter');
  });

  it('shows shares as bars, and prints as many pages wide as can be read', async () => {
    const parts = await partsOf(testReport(), walkOf([gradedCandidate(), pendingCandidate()]));
    expect(parts['xl/worksheets/sheet3.xml']).toMatch(/<conditionalFormatting sqref="G2:G3"><cfRule type="dataBar".*fitToWidth="3"/u);
    expect(parts['xl/worksheets/sheet6.xml']).toContain('<conditionalFormatting sqref="B14:B23">');
    expect(parts['xl/worksheets/sheet2.xml']).toMatch(/fitToWidth="1"/u);
  });

  it('writes a text that starts like a formula as a quoted string cell', async () => {
    const parts = await partsOf(testReport(), walkOf([pendingCandidate({ fullName: '=HYPERLINK("http://x")' })]));
    const sheet = parts['xl/worksheets/sheet3.xml'] ?? '';
    const [, style] =
      /<c r="B2" s="(\d+)" t="inlineStr"><is><t xml:space="preserve">=HYPERLINK\(&quot;http:\/\/x&quot;\)</u.exec(sheet) ?? [];
    const looks = [...(parts['xl/styles.xml'] ?? '').matchAll(/<xf [^>]*xfId="0"[^>]*>/gu)].map(([xf]) => xf);
    expect(looks[Number(style)]).toContain('quotePrefix="1"');
    expect(sheet).not.toContain('<f>');
  });

  it('numbers further sheets and lists them in the workbook', async () => {
    const candidates = walkOf([1, 2, 3].map((testInvitationId) => gradedCandidate({ testInvitationId })));
    const parts = await partsOf(testReport({ versions: [] }), candidates, { mostRows: 3 });
    const names = [...(parts['xl/workbook.xml'] ?? '').matchAll(/<sheet name="([^"]+)"/gu)].map(([, name]) => name);
    expect(names.filter((name) => !/^(?:Test|Statistics)/u.test(name ?? ''))).toEqual([
      'Candidates',
      'Candidates 2',
      'Results',
      'Results 2',
      'Sections',
      'Sections 2',
      'Sections 3',
      'Questions',
    ]);
    const worksheets = Object.keys(parts).filter((path) => /^xl\/worksheets\/sheet\d+\.xml$/u.test(path));
    expect(worksheets).toHaveLength(names.length);
    for (const path of worksheets) expect(parts['[Content_Types].xml']).toContain(`PartName="/${path}"`);
  });

  it('is the same for the same report', async () => {
    const bytes = () => buffer(testExcel(testReport(), walkOf([gradedCandidate()])));
    expect(await bytes()).toEqual(await bytes());
  });
});

describe('the stream of the workbook', () => {
  it('pulls a bounded number of candidates ahead of a consumer that does not read, and ends the walk when it goes away', async () => {
    const { seen, walk } = endless();
    const stream = testExcel(testReport(), walk);
    await stalled(seen);
    expect(seen.pulled).toBeLessThan(40_000);
    expect(seen.ended).toBe(0);
    stream.destroy();
    await eventually(() => expect(seen.ended).toBe(1));
  });

  it('ends the walk when the consumer goes away while it reads', async () => {
    const { seen, walk } = endless();
    for await (const _ of testExcel(testReport(), walk)) {
      if (seen.pulled > 1000) break;
    }
    await eventually(() => expect(seen.ended).toBe(1));
  });

  it.each([1, 2])('is destroyed with the error that walk %i throws', async (failing) => {
    const lost = new Error('the database went away');
    let walks = 0;
    const candidates = async function* () {
      walks += 1;
      yield gradedCandidate();
      if (walks === failing) throw lost;
    };
    await expect(buffer(testExcel(testReport(), candidates))).rejects.toBe(lost);
    expect(walks).toBe(failing);
  });

  it('sends its first bytes before the first candidate has arrived, and ends the walk when the consumer went away since', async () => {
    const arrival = new EventEmitter();
    let ended = false;
    const candidates = async function* () {
      try {
        await once(arrival, 'first');
        for (;;) yield gradedCandidate();
      } finally {
        ended = true;
      }
    };
    const stream = testExcel(testReport(), candidates);
    const [bytes] = await once(stream, 'data');
    expect(strFromU8(new Uint8Array(bytes).subarray(0, 2))).toBe('PK');
    await eventually(() => expect(arrival.listenerCount('first')).toBe(1));
    stream.destroy();
    await once(stream, 'close');
    arrival.emit('first');
    await eventually(() => expect(ended).toBe(true));
  });
});
