import { openAnswerStore } from '../answer-store.ts';
import { createAttemptController } from '../attempt-controller.ts';
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
      edit: (questionId: number, answer: string | null) => dispatch({ type: 'answer-edited', questionId, answer }),
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
