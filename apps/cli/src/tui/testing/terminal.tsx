import type { ManagedInvitation } from '@assay/domain';
import { eventually } from '@assay/testing';
import { render } from 'ink-testing-library';
import { App } from '../app/App.tsx';
import { createRunner } from '../app/runner.ts';
import type { Env } from '../core/screen.ts';
import { faultOf } from '../services/fault.ts';
import { type Answers, fakeServices } from './fake-services.ts';
import * as sample from './samples.ts';

type Options = { readonly services?: Answers; readonly invitations?: readonly ManagedInvitation[]; readonly env?: Partial<Env> };

export const keys = {
  enter: '\r',
  esc: '\u001b',
  up: '\u001b[A',
  down: '\u001b[B',
  left: '\u001b[D',
  right: '\u001b[C',
  tab: '\t',
  save: '\u0013',
  end: '\u001b[F',
};

/** The whole terminal over services in memory. `until` waits for a frame with the texts. */
export const openTerminal = ({ services: over = {}, invitations, env = {} }: Options = {}) => {
  const { services, calls } = fakeServices(over, invitations);
  const copied: string[] = [];
  const quits: true[] = [];
  const redraws: true[] = [];
  const host = { copy: (text: string) => void copied.push(text), quit: () => void quits.push(true), redraw: () => void redraws.push(true) };
  const runner = createRunner({ services, host, env: { ...sample.env, ...env }, faultOf });
  const screen = render(<App runner={runner} colours={false} />);
  const frame = (): string => screen.lastFrame() ?? '';
  const until = (...texts: readonly string[]): Promise<string> =>
    eventually(() => {
      const missing = texts.filter((text) => !frame().includes(text));
      if (missing.length > 0) throw new Error(`not on the screen: ${missing.join(' | ')}\n${frame()}`);
      return frame();
    });
  const press = (...presses: readonly string[]): void => {
    for (const one of presses) screen.stdin.write(one);
  };
  const close = (): void => {
    runner.stop();
    screen.unmount();
  };
  return { runner, frame, until, press, close, calls, copied, quits, redraws };
};
