import { openAnswerStore } from '../answers/answer-store.ts';
import type { Attempt } from '../server/protocol.ts';
import { createAttemptController } from '../session/attempt-controller.ts';
import { createDevice, createFakeBrowser, type Device } from './fake-browser.ts';
import { createFakeServer, type Options } from './fake-server.ts';
import { createWorld } from './fake-world.ts';

type Opening = { readonly tabStorage?: Map<string, string>; readonly online?: boolean; readonly indexedDB?: undefined };

/** One attempt: its server, a device, and functions that open its page and begin the test as a candidate would. */
export const arrangeAttempt = (options: Omit<Options, 'world'> & { readonly random?: () => number; readonly turns?: number } = {}) => {
  const { random, turns, ...ofServer } = options;
  const world = createWorld(turns);
  const server = createFakeServer({ world, ...ofServer });
  const device = createDevice();

  const open = async (where: Device = device, { online = true, ...rest }: Opening = {}) => {
    const browser = createFakeBrowser({ world, device: where, fetch: server.fetch, ...(random && { random }), ...rest });
    browser.setOnline(online);
    const controller = createAttemptController({ takeUrl: '/take/token', token: 'token', browser });
    const { dispatch } = controller;
    const page = {
      ...controller,
      screenName: () => controller.screen.value.screen,
      start: (camera = false) => dispatch({ type: 'start-pressed', camera }),
      press: (button: 'submit' | 'takeover' | 'retry' | 'camera') => dispatch({ type: `${button}-pressed` }),
      edit: (questionId: number, answer: string | number | null, typed?: string) =>
        dispatch({ type: 'answer-edited', questionId, answer, typed }),
      type: (questionId: number, text: string) => dispatch({ type: 'text-typed', questionId, text }),
      choose: (questionId: number, from: 'here' | 'elsewhere') => dispatch({ type: 'answer-chosen', questionId, from }),
      flag: (questionId: number) => dispatch({ type: 'question-flagged', questionId, flagged: true }),
      shown: () => Object.fromEntries([...controller.answers.value].map(([questionId, { answer }]) => [questionId, answer])),
    };
    dispatch({ type: 'page-rendered' });
    await world.advance(500);
    return { browser, page };
  };
  const begin = async (where?: Device, opening: Opening = {}) => {
    const opened = await open(where, opening);
    await world.until(() => opened.page.screenName() === 'before');
    opened.page.start();
    await world.until(() => opened.page.screenName() === 'running');
    return opened;
  };
  const stored = () => Object.fromEntries([...server.state.answers].map(([questionId, { answer }]) => [questionId, answer]));
  const onDevice = async () => {
    const browser = createFakeBrowser({ world, device });
    return (await openAnswerStore({ name: 'assay-digest-of-5', browser, onLost: () => {} })).records();
  };
  const saves = () => server.state.requests.filter((request) => request.startsWith('PUT'));
  return { world, server, device, open, begin, stored, onDevice, saves };
};

/** An attempt as the server sends it, pending and open unless changed. */
export const attemptOfStatus = (status: Attempt['status'], change: Partial<Attempt> = {}): Attempt => ({
  testInvitationId: 7,
  status,
  access: { state: 'open', closesAt: null },
  organization: 'Acme',
  support: null,
  privacy: null,
  fullName: 'Ana Núñez',
  test: { testName: 'Algebra', duration: 30, questions: 1 },
  sections: [{ sectionName: 'One', sectionType: 'mcq', questions: 1, duration: 30 }],
  imageProctoring: 0,
  startedAt: status === 'Pending' ? null : '2026-05-04T09:00:00.000Z',
  deadline: status === 'Pending' ? null : '2026-05-04T09:30:00.000Z',
  completedAt: status === 'Completed' ? '2026-05-04T09:20:00.000Z' : null,
  answered: status === 'Completed' ? 1 : null,
  receipt: true,
  redirectURL: null,
  serverTime: '2026-05-04T09:00:00.000Z',
  ...(status === 'In progress'
    ? { questions: [{ questionId: 1, section: 0, kind: 'text' as const, prompt: 'Why?', marks: 1, penalty: 0 }], answers: [] }
    : {}),
  ...change,
});
