import { expect, it } from 'vitest';
import { createFakeBrowser } from '../testing/fake-browser.ts';
import { createWorld } from '../testing/fake-world.ts';
import { checkField, type JoinField } from './join.ts';
import { createJoinController } from './join-controller.ts';

const details = {
  organization: 'Acme',
  support: 'help@acme.example',
  test: { testName: 'Algebra', duration: 30, questions: 3 },
  access: { state: 'open', closesAt: null } as object,
  inviteCandidateOnly: 0,
};

const envelope = (statuscode: string, result: unknown, headers: Record<string, string> = {}) =>
  Response.json({ statuscode, description: 'd', result }, { status: Number.parseInt(statuscode, 10), headers });

const arrange = async (
  posted: () => Response | Promise<Response> = () => envelope('200.1', { testInvitationId: 1, takeTestURL: 'https://a.example/take/t' }),
  confirms = false,
) => {
  const world = createWorld();
  const state = { details: () => envelope('200.1', details) as Response, bodies: [] as unknown[], loads: 0 };
  const browser = createFakeBrowser({
    world,
    fetch: async (_url, init) => {
      if (init.method === 'POST') {
        state.bodies.push(JSON.parse(String(init.body)));
        return posted();
      }
      state.loads += 1;
      return state.details();
    },
  });
  const { dispatch, ...views } = createJoinController({ joinUrl: '/join/k', confirms, browser });
  const page = {
    ...views,
    type: (field: JoinField, text: string) => dispatch({ type: 'field-typed', field, text }),
    leave: (field: JoinField) => dispatch({ type: 'field-left', field }),
    submit: () => dispatch({ type: 'join-pressed' }),
    confirm: () => dispatch({ type: 'confirm-pressed' }),
  };
  const load = async () => {
    dispatch({ type: 'page-rendered' });
    await world.advance(100);
  };
  const fill = (emailId: string, fullName: string) => {
    page.type('emailId', emailId);
    page.type('fullName', fullName);
  };
  return { world, browser, page, state, load, fill };
};

it.each([
  ['emailId', 'Ana.Núñez@acme.example', null],
  ['emailId', '  ', 'required'],
  ['emailId', 'ana@', 'email'],
  ['emailId', `${'a'.repeat(250)}@acme.example`, 'too-long'],
  ['fullName', 'अनन्या शर्मा', null],
  ['fullName', '', 'required'],
  ['fullName', 'a\u0007b', 'control'],
  ['fullName', 'x'.repeat(201), 'too-long'],
  ['fullName', 'Win at www.spam.example', 'web-address'],
] as const)('%s %j is checked as %s, by the rules of the server', (field, text, fault) => {
  expect(checkField(field, text)).toBe(fault);
});

it('joins with trimmed fields and leads to the test', async () => {
  const { world, page, state, load, fill } = await arrange();
  await load();
  expect(page.screen.value).toMatchObject({ screen: 'form', busy: false, problem: null });
  fill(' ana@acme.example ', ' Ana ');
  page.submit();
  await world.advance(100);
  expect(state.bodies).toEqual([{ emailId: 'ana@acme.example', fullName: 'Ana' }]);
  expect(page.screen.value).toMatchObject({ screen: 'joined', takeTestURL: 'https://a.example/take/t' });
});

it('a field is checked once it was left or sent, and from then on as one types; a wrong one sends nothing', async () => {
  const { page, state, load } = await arrange();
  await load();
  page.leave('fullName');
  page.type('emailId', 'ana');
  expect(page.faults.value).toEqual({ emailId: null, fullName: null });
  page.leave('emailId');
  expect(page.faults.value.emailId).toBe('email');
  page.type('emailId', 'ana@acme.example');
  expect(page.faults.value.emailId).toBeNull();
  page.submit();
  expect(page.faults.value).toEqual({ emailId: null, fullName: 'required' });
  expect(state.bodies).toEqual([]);
});

it.each([
  ['403.22', { screen: 'mailed', emailId: 'ana@acme.example', invited: true }],
  ['403.21', { screen: 'form', busy: false, problem: { type: 'invite-only' } }],
  ['403.12', { screen: 'ended', reason: 'closed' }],
  ['403.14', { screen: 'ended', reason: 'inactive' }],
  ['404.1', { screen: 'ended', reason: 'unknown' }],
  ['400.1', { screen: 'form', problem: { type: 'refused', message: 'why' } }],
  ['503.1', { screen: 'form', problem: { type: 'unreachable' } }],
])('a registration refused with %s shows %o', async (statuscode, screen) => {
  const { world, page, load, fill } = await arrange(() => envelope(statuscode, 'why'));
  await load();
  fill('ana@acme.example', 'Ana');
  page.submit();
  await world.advance(100);
  expect(page.screen.value).toMatchObject(screen);
});

it('a registration is sent once however often it is pressed, and may be sent again after trouble', async () => {
  let respond: (response: Response) => void = () => {};
  const { world, page, state, load, fill } = await arrange(() => new Promise((resolve) => (respond = resolve)));
  await load();
  fill('ana@acme.example', 'Ana');
  page.submit();
  expect(page.screen.value).toMatchObject({ busy: true });
  page.submit();
  expect(state.bodies.length).toBe(1);
  respond(envelope('429.1', 'slow down', { 'retry-after': '9' }));
  await world.advance(100);
  expect(page.screen.value).toMatchObject({ screen: 'form', busy: false, problem: { type: 'busy' } });
  page.submit();
  expect(state.bodies.length).toBe(2);
});

it('a registration over a quota of the organization says when it can be tried again, which is hours later', async () => {
  const { world, page, load, fill } = await arrange(() => envelope('429.1', 'no more today', { 'retry-after': '7200' }));
  await load();
  fill('ana@acme.example', 'Ana');
  page.submit();
  await world.advance(100);
  const { screen } = page;
  expect(screen.value).toMatchObject({ screen: 'form', busy: false, problem: { type: 'full', until: expect.any(Number) } });
});

it('waits for the opening and then shows the form', async () => {
  const { world, page, state, load } = await arrange();
  state.details = () => envelope('200.1', { ...details, access: { state: 'not-open', opensAt: '2026-05-04T09:01:00.000Z' } });
  await load();
  expect(page.screen.value).toMatchObject({ screen: 'waiting', reason: 'not-open' });
  await world.advance(29_900);
  expect(page.untilOpen.value).toBe(30_000);
  state.details = () => envelope('200.1', details);
  await world.until(() => page.screen.value.screen === 'form', 40_000);
  expect(state.loads).toBe(2);
});

it('a first load without a network is tried again when there is one', async () => {
  const { world, browser, page, load } = await arrange();
  browser.setOnline(false);
  await load();
  expect([page.screen.value.screen, page.online.value]).toEqual(['unreachable', false]);
  browser.setOnline(true);
  await world.advance(10);
  expect([page.screen.value.screen, page.online.value]).toEqual(['form', true]);
});

it('where a link asks for confirmation, says that a mail was sent', async () => {
  const { world, page, load, fill } = await arrange(() => envelope('200.1', { confirmation: 'sent' }));
  await load();
  fill('ana@acme.example', 'Ana');
  page.submit();
  await world.advance(100);
  expect(page.screen.value).toMatchObject({ screen: 'mailed', emailId: 'ana@acme.example', invited: false });
});

const confirmation = { ...details, privacy: null, emailId: 'ana@acme.example', fullName: 'Ana' };

it('a mailed address shows what it confirms, confirms nothing by itself, and leads to the test once it is pressed', async () => {
  const { world, page, state, load } = await arrange(undefined, true);
  state.details = () => envelope('200.1', confirmation);
  await load();
  expect(page.screen.value).toMatchObject({ screen: 'confirm', details: { emailId: 'ana@acme.example', fullName: 'Ana' } });
  await world.advance(60_000);
  expect(state.bodies).toEqual([]);
  page.confirm();
  page.confirm();
  await world.advance(100);
  expect(state.bodies).toEqual([{}]);
  expect(page.screen.value).toMatchObject({ screen: 'joined', takeTestURL: 'https://a.example/take/t' });
});

it.each([
  ['410.2', { screen: 'ended', reason: 'expired' }],
  ['403.21', { screen: 'ended', reason: 'inviteOnly' }],
  ['403.12', { screen: 'ended', reason: 'closed' }],
  ['404.1', { screen: 'ended', reason: 'unknown' }],
  ['503.1', { screen: 'confirm', busy: false, problem: { type: 'unreachable' } }],
])('a confirmation refused with %s shows %o', async (statuscode, screen) => {
  const { world, page, state, load } = await arrange(() => envelope(statuscode, 'why'), true);
  state.details = () => envelope('200.1', confirmation);
  await load();
  page.confirm();
  await world.advance(100);
  expect(page.screen.value).toMatchObject(screen);
});
