import { afterEach, describe, expect, it } from 'vitest';
import { invitationReport } from '../testing/reports.ts';
import * as sample from './testing/samples.ts';
import { keys, openTerminal } from './testing/terminal.tsx';

let close = (): void => {};
afterEach(() => close());

const open = async (options: Parameters<typeof openTerminal>[0] = {}) => {
  const terminal = openTerminal(options);
  close = terminal.close;
  await terminal.until('Web fundamentals');
  return terminal;
};

describe('a small terminal', () => {
  it('shows a question in full, in place of content that does not fit', async () => {
    const { press, runner, until } = await open({ env: { rows: 15, columns: 60 } });
    press(keys.enter);
    await until('Spring intake');
    press(keys.enter);
    await until('Window');
    press('t');
    await until('? Disable Spring intake?', 'Nobody can join or start by this test link any', 'y  yes, do it     n  no');
    press('n', 'e');
    await until('› Name');
    press('x', keys.right, keys.tab, keys.tab, 'a');
    await until('› Time zone', 'Dateline');
    for (const field of ['From', 'Until', 'Who', 'Webcam', 'Report to', 'State']) {
      press(keys.tab);
      await until(`› ${field}`);
    }
    press(keys.esc);
    const frame = await until('? Leave without saving?', 'What you wrote here is lost.', 'y  yes, do it     n  no', '› State');
    expect(frame.split('\n').length).toBe(14);
    expect(runner.get().stack).toHaveLength(4);
  });

  it('shows a long failure in full, and the reason of a failed delivery too', async () => {
    const reason = 'the address of 127.0.0.1 is not public; ASSAY_CALLBACK_ALLOW can permit its network';
    const { press, until } = await open({
      services: {
        readDeliveries: async () => ({ deliveries: [sample.delivery({ lastError: reason })], nextCursor: null }),
        getDelivery: async () => {
          throw new Error(reason);
        },
      },
    });
    press('g');
    await until('Go to');
    press('deliveries of all', keys.enter);
    await until('failed', 'can permit its');
    press(keys.enter);
    await until('✗', 'permit its network', 'r tries again');
  });

  it('shows a notice whole, such as where a file is', async () => {
    const path = `/home/ana/${'reports/'.repeat(9)}ana.pdf`;
    const { press, until, frame } = await open({
      env: { rows: 15, columns: 60 },
      services: { exportDocument: async () => ({ saved: true, path, bytes: 1 }) },
    });
    press('g', '501', keys.enter);
    await until('Timeline');
    press('p', keys.enter);
    await until('(1 KiB)');
    expect(frame().replaceAll('\n', '')).toContain(path);
    expect(frame().split('\n').length).toBe(14);
  });

  it('shows the score of a report under all that is said of its attempt', async () => {
    const remarks = Array.from({ length: 3 }, (_, index) => `${index} answers to long questions came sooner than people read them`);
    const group = { candidates: 40, percentile: 62, meanPercent: 55.3 };
    const plain = invitationReport({ remarks });
    const full = invitationReport({ remarks, group, lateAnswers: 1, passPercent: '60', testResult: 'Pass' });
    for (const generated of [plain, full]) {
      const { press, until } = await open({
        env: { rows: 15, columns: 60 },
        services: { readReport: async () => sample.report({ generated }) },
      });
      press('g', '501', keys.enter);
      await until('Timeline');
      press('v');
      const frame = await until('Questions', '31.5/40');
      expect(frame.includes('Remarks')).toBe(generated === plain);
      expect(frame.includes('Markup')).toBe(generated === plain);
      close();
    }
  });

  it('that is too small says so, does nothing blindly, and shows the screen again once it is larger', async () => {
    const { press, runner, until, quits } = await open({ env: { rows: 15, columns: 60 } });
    runner.dispatch({ type: 'resize', rows: 14, columns: 60 });
    await until('This window is too small: 60×14.', 'Assay needs 60×15.');
    press('q');
    runner.dispatch({ type: 'resize', rows: 15, columns: 60 });
    await until('› Web fundamentals');
    expect(quits).toEqual([]);
  });

  it('scrolls help to its last line and not beyond, and says how to close it', async () => {
    const { press, runner, until, frame } = await open({ env: { rows: 15 } });
    expect(frame()).not.toContain('esc back');
    press('?');
    await until('Keys of this screen (1–10 of 16, ↑↓)', 'esc close');
    press(keys.end);
    await until('(7–16 of 16, ↑↓)', 'Redraw the screen');
    press(...Array.from({ length: 5 }, () => keys.down), keys.up);
    await until('(6–15 of 16, ↑↓)');
    press('q');
    await until('Web fundamentals');
    expect(runner.get().overlay).toBeNull();
  });
});
