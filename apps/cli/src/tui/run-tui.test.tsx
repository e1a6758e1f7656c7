import { PassThrough } from 'node:stream';
import type { Client } from '@assay/client';
import { eventually } from '@assay/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Routes, routedClient } from '../testing/routed-fetch.ts';
import { runTui } from './run-tui.tsx';
import { clipboardSequence } from './services/host.ts';
import * as sample from './testing/samples.ts';
import { keys } from './testing/terminal.tsx';

const enterScreen = '\u001b[?1049h';
const leaveScreen = '\u001b[?1049l';
const showCursor = '\u001b[?25h';

/** Streams as a terminal has them: all that is written to it, and whether keys come one by one. */
const terminalOf = (columns: number, rows: number) => {
  const modes: boolean[] = [];
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    ref: () => {},
    unref: () => {},
    setRawMode: (mode: boolean) => void modes.push(mode),
  });
  const stdout = Object.assign(new PassThrough(), { isTTY: true, columns, rows });
  let written = '';
  stdout.setEncoding('utf8').on('data', (text: string) => {
    written += text;
  });
  return {
    // The cast holds for what Ink and the screens use of a terminal: a stream, its size, and the raw mode.
    streams: { stdin, stdout } as unknown as { stdin: NodeJS.ReadStream; stdout: NodeJS.WriteStream },
    stdin,
    stdout,
    modes,
    written: () => written,
  };
};

const routes: Routes = {
  'GET /manage/v1/tests': ({ query }) => ({ tests: query.status === 'Active' ? [sample.test()] : [], nextCursor: null }),
  'GET /manage/v1/tests/7': () => sample.test(),
  'GET /v2/org/tests/7': () => ({ ...sample.test(), testStatus: 'Active', sections: sample.overview().sections }),
  'GET /v2/org/tests/7/testlinks': () => ({ testLinks: [] }),
  'GET /manage/v1/tests/7/invitations': () => ({ invitations: [sample.invitation()], nextCursor: null }),
};

let stop = new AbortController();
beforeEach(() => {
  stop = new AbortController();
});
// A test that failed leaves no screens open.
afterEach(() => stop.abort());

type Opened = { readonly connect?: () => Promise<Client>; readonly signal?: AbortSignal };

const open = ({ connect = async () => routedClient(routes).client, signal = stop.signal }: Opened = {}) => {
  const terminal = terminalOf(80, 24);
  const ended = runTui({ ...terminal.streams, connect, profile: 'http://assay.test', env: {}, signal });
  const until = (...texts: readonly string[]) =>
    eventually(() => {
      for (const text of texts) expect(terminal.written()).toContain(text);
    });
  return { ...terminal, ended, until };
};

type Terminal = ReturnType<typeof open>;

const expectRestored = ({ written, modes, stdin, stdout }: Terminal): void => {
  expect(written().indexOf(enterScreen)).toBe(0);
  expect(written().split(leaveScreen)).toHaveLength(2);
  expect(written().lastIndexOf(showCursor)).toBeGreaterThan(written().lastIndexOf('\u001b[?25l'));
  expect([modes[0], modes.at(-1)]).toEqual([true, false]);
  expect(stdout.listenerCount('resize')).toBe(0);
  expect(stdin.listenerCount('readable')).toBe(0);
};

describe('runTui', () => {
  it('draws the first frame before it opens a connection', async () => {
    let before = '';
    const { ended, stdin, until, written } = open({
      connect: async () => {
        before = written();
        return routedClient(routes).client;
      },
    });
    await until('Web fundamentals');
    expect(before).toContain('? help');
    expect(before).not.toContain('Web fundamentals');
    stdin.write('q');
    await ended;
  });

  it('restores the terminal when the person quits', async () => {
    const terminal = open();
    await terminal.until('Web fundamentals');
    terminal.stdin.write('q');
    await terminal.ended;
    expectRestored(terminal);
  });

  it('restores the terminal after Ctrl-C, also from a field of text', async () => {
    const terminal = open();
    await terminal.until('Web fundamentals');
    terminal.stdin.write('/');
    await terminal.until('no search');
    terminal.stdin.write('\u0003');
    await terminal.ended;
    expectRestored(terminal);
  });

  it('quits when its signal is aborted, also before it has started', async () => {
    const interrupt = new AbortController();
    const running = open({ signal: interrupt.signal });
    await running.until('Web fundamentals');
    interrupt.abort();
    await running.ended;
    expectRestored(running);
    const late = open({ signal: AbortSignal.abort() });
    await late.ended;
    expect(late.written().split(leaveScreen)).toHaveLength(2);
  });

  it('restores the terminal before it throws an error of its own', async () => {
    const { client } = routedClient(routes);
    const broken = {
      ...client,
      listManagedTests: async () => ({ tests: [{ ...sample.test(), testName: null }], nextCursor: null }),
    } as unknown as Client;
    const terminal = open({ connect: async () => broken });
    await expect(terminal.ended).rejects.toThrow(TypeError);
    expectRestored(terminal);
  });

  it('shows a failed connection with the next step', async () => {
    const terminal = open({
      connect: async () => {
        throw new Error('no way there');
      },
    });
    await terminal.until('no way there', 'r tries again');
    terminal.stdin.write('q');
    await terminal.ended;
  });

  it('redraws the screen when the terminal changes its size', async () => {
    const { ended, stdin, stdout, until, written } = open();
    await until('Web fundamentals');
    const before = written().length;
    Object.assign(stdout, { columns: 60, rows: 15 }).emit('resize');
    await eventually(() => expect(written().slice(before)).toContain('Web fundamentals'));
    stdin.write('q');
    await ended;
  });

  it('copies by the escape sequence of the terminal', async () => {
    const { ended, stdin, until } = open();
    await until('Web fundamentals');
    stdin.write(keys.enter);
    await until('i invitations');
    stdin.write('i');
    await until('Ana Núñez');
    stdin.write('c');
    await until(clipboardSequence(sample.invitation().takeTestURL ?? ''));
    stop.abort();
    await ended;
  });
});
