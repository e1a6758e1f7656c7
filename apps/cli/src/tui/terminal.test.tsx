import type { BulkInviteResult } from '@assay/domain';
import { deferred, eventually } from '@assay/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { widthOf } from '../output/text.ts';
import { someAnswers } from '../testing/answers.ts';
import { someStatistics } from '../testing/statistics.ts';
import { codeSubmission } from '../testing/submissions.ts';
import type { Services } from './services/services.ts';
import * as sample from './testing/samples.ts';
import { keys, openTerminal } from './testing/terminal.tsx';

let close = (): void => {};
afterEach(() => close());

const open = (options: Parameters<typeof openTerminal>[0] = {}) => {
  const terminal = openTerminal(options);
  close = terminal.close;
  return terminal;
};

const atInvitations = async (options: Parameters<typeof openTerminal>[0] = {}) => {
  const terminal = open(options);
  await terminal.until('Web fundamentals');
  terminal.press(keys.enter);
  await terminal.until('Spring intake');
  terminal.press('i');
  return terminal;
};

const many = (amount: number) =>
  Array.from({ length: amount }, (_, place) =>
    sample.completed({ testInvitationId: amount - place, fullName: `Candidate ${amount - place}` }),
  );

describe('the terminal', () => {
  it('leads from tests to a test, its invitations, a candidate and the report, and back', async () => {
    const { press, until } = await atInvitations();
    await until('Ana Núñez', '31.5/40', '1 of 1 invitation');
    press(keys.enter);
    await until('Timeline', 'registered', 'https://assay.example/take/t0ken');
    press('v');
    expect(await until('Markup', '18/24', '75%')).toContain('Tests › Web fundamentals › Invitations › Ana Núñez › Report');
    press(keys.esc);
    await until('Timeline');
    press('q');
    await until('Timeline');
  });

  it('every screen fits a terminal of 80×24, and wide characters keep the columns', async () => {
    const wide = [sample.completed({ fullName: '李小龙 👩‍👩‍👧' }), sample.completed({ testInvitationId: 500, fullName: 'Bo' })];
    const { press, until } = await atInvitations({ invitations: wide });
    const lines = (await until('李小龙', 'Bo')).split('\n');
    expect(lines.length).toBe(23);
    const rows = lines.filter((line) => line.includes('31.5/40')).map((line) => widthOf(line.slice(0, line.indexOf('31.5/40'))));
    expect(new Set(rows).size).toBe(1);
    for (const key of [keys.enter, 'v']) {
      press(key);
      const frame = await until('李小龙 👩‍👩‍👧 · ');
      expect(frame.split('\n').length).toBe(23);
      for (const line of frame.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(80);
    }
  });

  it('statistics of a test lead to a question, and fit terminals of 80×24, 60×15 and 120×40', async () => {
    const questions = [
      {},
      { prompt: '李小龙 '.repeat(40) },
      ...Array.from({ length: 20 }, () => ({ void: 'not-counted' as const, flags: [] })),
    ];
    const services = { readStatistics: async () => someStatistics(questions) };
    const { press, until, runner, frame } = open({ services });
    await until('Web fundamentals');
    press(keys.enter);
    await until('Spring intake');
    press('s');
    await until('Statistics', '40 candidates finished', 'alpha 0.71', '100%', 'Which is strict?', 'check-key', '-0.12');
    for (const [rows, columns] of [
      [15, 60],
      [40, 120],
      [24, 80],
    ] as const) {
      runner.dispatch({ type: 'resize', rows, columns });
      await eventually(() => expect(frame().split('\n').length).toBe(rows - 1));
      for (const line of frame().split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(columns);
    }
    press(keys.enter);
    await until(
      'Statistics › Question 1',
      'check-key: Check the key first.',
      '✓ a',
      'their mean 70.0%',
      'Time 1m 15s (median of 31 candidates)',
    );
    press(keys.esc);
    await until('40 candidates finished');
  });

  it('the quotas of the account are a key away from the tests, and fit terminals of 80×24, 60×15 and 120×40', async () => {
    const { press, until, runner, frame } = open();
    await until('Web fundamentals');
    press('u');
    await until('Quotas of the account', 'invitations', '49,000', '50,000 a day', 'near the limit', 'Nearly used up: 1,000 left');
    for (const [rows, columns] of [
      [15, 60],
      [40, 120],
      [24, 80],
    ] as const) {
      runner.dispatch({ type: 'resize', rows, columns });
      await eventually(() => expect(frame().split('\n').length).toBe(rows - 1));
      for (const line of frame().split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(columns);
    }
    press('j', 'j', 'j');
    await until('Tries to send a mail.', 'Used up: 500 a day.', 'nothing is lost');
    press(keys.esc);
    await until('Web fundamentals');
  });

  it('the programs of a report fit terminals of 80×24 and 120×40, and say which lines are shown', async () => {
    const source = Array.from({ length: 60 }, (_, line) => `print("line ${line}", ${'x'.repeat(line * 3)})  # 李小龙`).join('\n');
    const services = { readSubmissions: async () => [codeSubmission({ source }), codeSubmission({ questionId: 4 })] };
    const { press, until, runner, frame } = await atInvitations({ services });
    press(keys.enter);
    await until('Timeline');
    press('v');
    await until('Proctoring');
    press('c');
    await until('Program 1 of 2', '1 of 2 cases accepted', 'print("line 2", xxxxxx)');
    for (const [rows, columns] of [
      [24, 80],
      [40, 120],
    ] as const) {
      runner.dispatch({ type: 'resize', rows, columns });
      await eventually(() => expect(frame().split('\n').length).toBe(rows - 1));
      for (const line of frame().split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(columns);
    }
    press('n');
    await until('Program 2 of 2', '4 · Print the sum.');
  });

  it('the answers of a report are a list with the selected one below, and fit terminals of 80×24 and 120×40', async () => {
    const long = Array.from({ length: 60 }, (_, line) => `Line ${line} ${'李小龙 '.repeat(line)}`).join('\n');
    const text = { options: [], answerText: long, keyText: null };
    const questions = [{}, text, ...Array.from({ length: 20 }, () => ({ outcome: 'right' as const }))];
    const services = { readAnswers: async () => someAnswers(questions) };
    const { press, until, runner, frame } = await atInvitations({ services });
    press(keys.enter);
    await until('Timeline');
    press('v');
    await until('Proctoring');
    press('a');
    await until('Report › Answers', 'Question 1 of 22', 'wrong', '-0.5/2', '*  a  Mars', ' = b  Jupiter');
    for (const [rows, columns] of [
      [24, 80],
      [40, 120],
    ] as const) {
      runner.dispatch({ type: 'resize', rows, columns });
      await eventually(() => expect(frame().split('\n').length).toBe(rows - 1));
      for (const line of frame().split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(columns);
    }
    press(keys.down);
    await until('Question 2 of 22', 'Question 2 (question-2), Planets');
  });

  it('candidates that are marked stand side by side, ranked by a section, and fit terminals of 60×15, 80×24 and 120×40', async () => {
    const { press, until, runner, frame, calls } = await atInvitations({ invitations: many(3) });
    await until('› Candidate 3');
    press(' ', ' ');
    await until('✓ Candidate 3', '✓ Candidate 2', '2 marked, b compares');
    press('b');
    await until(
      'Invitations › Comparison',
      'Ana Núñez',
      'Rank',
      '61.5 of 80',
      'Markup',
      '40/50',
      '1 sum',
      '2/2 right',
      'ranked by the whole test',
    );
    expect(calls).toContainEqual({ op: 'compareCandidates', input: { testId: 7, invitations: '3,2' } });
    press('o', 'o');
    await until('ranked by Scripts');
    for (const [rows, columns] of [
      [15, 60],
      [24, 80],
      [40, 120],
    ] as const) {
      runner.dispatch({ type: 'resize', rows, columns });
      await eventually(() => expect(frame().split('\n').length).toBe(rows - 1));
      for (const line of frame().split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(columns);
    }
  });

  it('a resize redraws the screen, and the selected row stays visible', async () => {
    const { press, runner, until, frame } = await atInvitations({ invitations: many(60) });
    await until('› Candidate 60');
    press(...Array.from({ length: 15 }, () => keys.down));
    await until('› Candidate 45');
    for (const [rows, columns] of [
      [15, 60],
      [40, 120],
    ] as const) {
      runner.dispatch({ type: 'resize', rows, columns });
      await eventually(() => expect(frame().split('\n').length).toBe(rows - 1));
      expect(frame()).toContain('› Candidate 45');
    }
  });

  it('the live refresh shows changes, keeps the selected row, and shows no “reading” in between', async () => {
    const list = many(3);
    const pending: (() => void)[] = [];
    let held = false;
    const { press, runner, until, frame, calls } = await atInvitations({
      services: {
        listInvitations: async () => {
          if (held) await new Promise<void>((resolve) => pending.push(resolve));
          return { invitations: [...list], nextCursor: null };
        },
      },
    });
    await until('› Candidate 3');
    press(keys.down);
    await until('› Candidate 2');
    held = true;
    list.unshift(sample.invitation({ testInvitationId: 4, fullName: 'Newcomer' }));
    const before = frame();
    runner.dispatch({ type: 'live' });
    await eventually(() => expect(pending).toHaveLength(1));
    expect(frame()).toBe(before);
    runner.dispatch({ type: 'live' });
    expect(calls.filter(({ op }) => op === 'listInvitations')).toHaveLength(2);
    for (const answer of pending) answer();
    await until('Newcomer', '› Candidate 2');
  });

  it('a cancel asks, says what it does, and n leaves everything as it is', async () => {
    const { press, until, calls } = await atInvitations({ invitations: [sample.invitation()] });
    await until('Ana Núñez');
    press('x');
    await until('Cancel the invitation of Ana Núñez?', 'The take URL stops working at once.');
    press('n');
    await eventually(() => expect(calls.some(({ op }) => op === 'cancelInvitation')).toBe(false));
    press('x');
    await until('Cancel the invitation of Ana Núñez?');
    press('y');
    await until('The invitation is cancelled.');
    expect(calls).toContainEqual({ op: 'cancelInvitation', input: { testInvitationId: 501 } });
  });

  it('a failure is shown on the screen that caused it, with the next step, beside the former content', async () => {
    let fails = false;
    const readTests: Services['readTests'] = async () => {
      if (fails) throw new Error('broken pipe');
      return { tests: [sample.test()], nextCursor: null };
    };
    const { press, until } = open({ services: { readTests } });
    await until('Web fundamentals');
    fails = true;
    press('r');
    await until('broken pipe', 'r tries again', 'Web fundamentals');
  });

  it('typing a search filters the tests, and q is a letter there', async () => {
    const { press, until, frame, quits } = open();
    await until('Numeracy');
    press('/');
    press('q');
    await until('/ q', 'No test has this in its name.');
    press('\u007f', 'num');
    await until('/ num', 'Numeracy 数学 🧮');
    await eventually(() => expect(frame()).not.toContain('Web fundamentals'));
    press(keys.esc);
    await until('Web fundamentals');
    expect(quits).toEqual([]);
    press('q');
    await eventually(() => expect(quits).toEqual([true]));
  });

  it('the palette finds a command by its words, and go to takes a number', async () => {
    const { press, until } = open();
    await until('Web fundamentals');
    press(':');
    await until('Commands', 'Open the test');
    press('keys of');
    await until('› All keys of this screen');
    press(keys.enter);
    await until('Keys of this screen', 'Go to tests, deliveries, or a number');
    press(keys.esc);
    await until('Web fundamentals');
    press('g');
    await until('Go to');
    press('501');
    await until('› Invitation with this number');
    press(keys.enter);
    await until('Timeline', 'Ana Núñez');
  });

  it('Esc in a list that is searched clears the search, and only then leaves the list', async () => {
    const { press, until, runner } = await atInvitations({ invitations: many(3) });
    await until('1 of 3 invitations');
    press('/', 'Candidate 2', keys.enter);
    await until('1 of 1 invitation', 'esc no search');
    press(keys.esc);
    await until('1 of 3 invitations');
    expect(runner.get().stack).toHaveLength(3);
    press(keys.esc);
    await until('Spring intake');
  });

  it('the palette finds the commands of other screens, and does those of the marked test', async () => {
    const { press, until } = open();
    await until('› Web fundamentals');
    press(':', 'archive');
    await until('› On an invitation: Archive the attempt');
    press(keys.enter);
    await until('z does that on an invitation: go there first.');
    press(':', 'import');
    await until('› Register many candidates from a CSV file');
    press(keys.enter);
    await until('Web fundamentals › Register from CSV', 'CSV file');
  });

  it('go to finds a test, and a candidate of the test at hand, by the words of a name', async () => {
    const { press, until } = await atInvitations();
    await until('Ana Núñez');
    press('g', 'numer');
    await until('› Numeracy 数学 🧮');
    press(keys.esc);
    await until('1 of 1 invitation');
    press('g', 'ana');
    await until('Ana Núñez <ana@example.com>, Completed');
    press(keys.enter);
    await until('Timeline');
  });

  it('offers neither what a status forbids nor what the key may not do, and says why when it is pressed', async () => {
    const { press, until, frame, calls } = await atInvitations({
      services: { getAccount: async () => sample.account({ scopes: ['read'] }) },
      invitations: [sample.invitation()],
    });
    await until('Ana Núñez', 'v report');
    expect(frame()).not.toMatch(/x cancel|a register/);
    press('x');
    await until('Cancel the invitation: this needs a key with the scope invite.');
    press('?');
    const help = await until('Keys of this screen');
    expect(help).not.toMatch(/Cancel the invitation|Register a candidate/);
    expect(calls.map(({ op }) => op)).not.toContain('cancelInvitation');
  });

  it('does not offer to cancel a completed invitation', async () => {
    const { until, frame } = await atInvitations();
    await until('Ana Núñez', 'v report');
    expect(frame()).toContain('a register');
    expect(frame()).not.toContain('x cancel');
  });

  it('a copied URL is also on the screen, whole, for terminals that have no clipboard', async () => {
    const takeTestURL = `https://assay.example/take/${'t'.repeat(120)}`;
    const { press, until, copied } = await atInvitations({ invitations: [sample.completed({ takeTestURL })] });
    await until('Ana Núñez');
    press('c');
    const frame = await until('Take URL sent to the clipboard');
    expect(copied).toEqual([takeTestURL]);
    expect(frame.replaceAll('\n', '')).toContain(takeTestURL);
    press('x');
    await until('31.5/40');
  });

  it('a test link is created in the form, its zone found by typing, and shows its join URL', async () => {
    const { press, until, calls } = open();
    await until('Web fundamentals');
    press(keys.enter);
    await until('Spring intake');
    press('n');
    await until('› Name');
    press('Winter', keys.tab, keys.right);
    await until('‹ time-bound ›');
    press(keys.tab, 'kolk');
    await until('Asia/Kolkata');
    press(keys.enter, '2026-12-01 09:00');
    await until('= 2026-12-01 03:30 UTC');
    press(keys.tab, '2026-12-05 18:00');
    await until('= 2026-12-05 12:30 UTC');
    press(keys.save);
    await until('The test link is made.', 'https://assay.example/join/abc123', '2026-12-01 09:00 – 2026-12-05 18:00');
    expect(calls).toContainEqual(expect.objectContaining({ op: 'saveLink' }));
  });

  it('a CSV file is shown before it is sent, and each row has its result', async () => {
    const candidates = Array.from({ length: 30 }, (_, place) => ({
      line: place + 2,
      emailId: `c${place}@example.com`,
      fullName: `C ${place}`,
      sendEmail: true,
    }));
    const { press, until, calls } = open({
      services: {
        readCandidates: async () =>
          sample.candidateFile({
            candidates,
            faults: [{ line: 40, rule: 'emailId: is required' }],
            unknown: ['phone'],
            foreseen: candidates.map((_, place) => ({ outcome: place === 1 ? 'already-invited' : 'invited', error: null })),
          }),
      },
    });
    await until('Web fundamentals');
    press(keys.enter);
    await until('Spring intake');
    press('m');
    await until('CSV file');
    press('candidates.csv', keys.enter);
    await until(
      '29 new, 1 already invited, 0 cancelled before, 1 faulty',
      'line 40: emailId: is required',
      'Columns not read: phone',
      'new',
    );
    press(keys.enter);
    await until('Register 29 candidates?', 'Each gets an email', '1 candidate is invited already: nothing is sent.');
    press('y');
    await until('30 of 30 sent. Done.', 'invitation 600');
    expect(calls.filter(({ op }) => op === 'inviteCandidates')).toHaveLength(2);
  });

  it('Ctrl-C while candidates are sent stops after the rows under way and says what was not sent; then it quits', async () => {
    const candidates = Array.from({ length: 60 }, (_, place) => ({
      line: place + 2,
      emailId: `c${place}@example.com`,
      fullName: `C ${place}`,
      sendEmail: true,
    }));
    const result = deferred<BulkInviteResult>();
    const { press, until, calls, quits } = open({
      services: {
        readCandidates: async () => sample.candidateFile({ candidates }),
        inviteCandidates: () => result.promise,
      },
    });
    await until('Web fundamentals');
    press(keys.enter);
    await until('Spring intake');
    press('m');
    await until('CSV file');
    press('candidates.csv', keys.enter);
    await until('60 new');
    press(keys.enter);
    await until('Register 60 candidates?');
    press('y');
    await until('0 of 60 sent, 60 not sent');
    press('\u0003');
    await until('Stopping after the rows that are under way');
    result.resolve({
      results: candidates.slice(0, 25).map((_, index) => ({
        index,
        ok: true,
        outcome: 'invited',
        finished: false,
        invitation: sample.invitation(),
        email: null,
        error: null,
      })),
    });
    await until('Stopped: ⏎ goes on with the rows that are left.', '25 of 60 sent, 35 not sent', '25 invited, 0 already');
    expect([calls.filter(({ op }) => op === 'inviteCandidates').length, quits]).toEqual([1, []]);
    press('\u0003');
    await eventually(() => expect(quits).toEqual([true]));
  });

  it('50,000 invitations are loaded as one scrolls, not before', async () => {
    const { press, until, calls } = await atInvitations({ invitations: many(50_000) });
    await until('› Candidate 50000');
    press(...Array.from({ length: 10 }, () => '\u001b[6~'));
    await until('› Candidate 49830');
    expect(calls.filter(({ op }) => op === 'listInvitations').length).toBeLessThanOrEqual(5);
  });
});
