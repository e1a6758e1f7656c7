import { AssayProtocolError, AssayRefusal } from '@assay/client';
import { type Connection, requireConnection } from '../../config/connection.ts';
import { isReadableByOthers } from '../../config/profiles.ts';
import { version } from '../../config/version.ts';
import { makeOutput } from '../../output/output.ts';
import { oneLine } from '../../output/text.ts';
import type { Context } from '../../support/context.ts';
import { usesProxy } from '../../support/env-proxy.ts';
import { explain } from '../../support/explain.ts';
import { PartlyFailed } from '../../support/failures.ts';
import { type CommonOptions, clientFor, patientFetch } from '../common/session.ts';

type Finding = { readonly check: string; readonly ok: boolean | null; readonly says: string; readonly next?: string | undefined };

/** Smaller differences come from the header's whole seconds and the network. */
const tolerance = 5_000;

const describeDate = (header: string | null, sentAt: number, receivedAt: number): Finding => {
  const server = Date.parse(header ?? '');
  if (Number.isNaN(server)) return { check: 'clock', ok: null, says: 'the server sends no Date' };
  // The header has whole seconds: the middle of the second is the best estimate.
  const difference = Math.round(server + 500 - (sentAt + receivedAt) / 2);
  const ok = Math.abs(difference) <= tolerance;
  const seconds = Math.round(Math.abs(difference) / 1000);
  if (ok) return { check: 'clock', ok, says: 'agrees with the server' };
  return {
    check: 'clock',
    ok,
    says: `the server is ${seconds} s ${difference > 0 ? 'ahead of' : 'behind'} this machine`,
    next: 'Set the clock that is wrong: deadlines and access windows go by the server.',
  };
};

/** A request without the client, which does not expose headers: they hold the server's clock and version. */
const checkServer = async (context: Context, url: string, { quiet, timeout = 10 }: CommonOptions): Promise<readonly Finding[]> => {
  const sentAt = context.now();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error(`no answer within ${timeout} s`)), timeout * 1_000);
  try {
    const signal = AbortSignal.any([context.interrupt.signal, late.signal]);
    const response = await patientFetch(context, url, { quiet })(`${url}/healthz`, { signal, redirect: 'manual' });
    await response.body?.cancel();
    const receivedAt = context.now();
    const server = response.headers.get('x-assay-version');
    return [
      { check: 'server', ok: true, says: `${url} answers in ${receivedAt - sentAt} ms` },
      describeDate(response.headers.get('date'), sentAt, receivedAt),
      { check: 'server version', ok: null, says: server === null ? 'the server does not tell' : oneLine(server) },
    ];
  } catch (error) {
    if (context.interrupt.signal.aborted || !(error instanceof Error)) throw error;
    const cause = error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
    return [
      { check: 'server', ok: false, says: `${url} does not answer: ${cause}`, next: 'Is it running, and is the URL right? assay login' },
    ];
  } finally {
    clearTimeout(timer);
  }
};

type Probe =
  | { readonly result: 'yes' | 'no-scope' | 'no-api' }
  | { readonly result: 'fault'; readonly message: string; readonly next?: string | undefined };

const probe = async (call: () => Promise<unknown>): Promise<Probe> => {
  try {
    await call();
    return { result: 'yes' };
  } catch (error) {
    if (error instanceof AssayRefusal && error.statuscode === '403.1') return { result: 'no-scope' };
    if (error instanceof AssayProtocolError && error.reason === 'no-management-api') return { result: 'no-api' };
    const result = explain(error);
    if (result === undefined) throw error;
    return { result: 'fault', message: result.message, next: result.next };
  }
};

const checkKey = async (context: Context, connection: Connection, options: CommonOptions): Promise<readonly Finding[]> => {
  const client = clientFor(context, connection, options);
  const call = { signal: context.interrupt.signal };
  const reading = await probe(() => client.listTests({ pageSize: 1 }, call));
  if (reading.result === 'fault') return [{ check: 'key', ok: false, says: reading.message, next: reading.next }];
  let scopes: readonly string[] | undefined;
  const managing = await probe(async () => {
    const { keys } = await client.listApiKeys({}, call);
    scopes = keys.find(({ current }) => current)?.scopes;
  });
  // Whether a key may write cannot be tested without writing; a key that may list keys sees its own scopes.
  const seen = [...(reading.result === 'yes' ? ['read'] : []), ...(managing.result === 'yes' ? ['manage'] : [])];
  const scopeText = scopes?.join(', ') ?? (seen.length === 0 ? 'neither read nor manage' : seen.join(', '));
  return [
    { check: 'key', ok: true, says: 'is valid' },
    {
      check: 'scopes',
      ok: reading.result === 'yes' ? true : null,
      says: scopes === undefined ? `${scopeText} (whether it may invite cannot be seen)` : scopeText,
      ...(managing.result === 'no-scope' ? { next: 'Importing tests, resets and keys need a key with the scope manage.' } : {}),
    },
    managing.result === 'fault'
      ? { check: 'management API', ok: false, says: managing.message, next: managing.next }
      : {
          check: 'management API',
          ok: managing.result === 'no-api' ? null : true,
          says: managing.result === 'no-api' ? 'is not spoken: API v2 only' : 'is spoken',
        },
  ];
};

const checkLocal = async (context: Context, { profile, url }: Connection): Promise<readonly Finding[]> => [
  { check: 'assay', ok: null, says: `${version}, Node ${process.versions.node}` },
  ...(usesProxy(context.env, url) ? [{ check: 'proxy', ok: null, says: 'HTTPS_PROXY, HTTP_PROXY and NO_PROXY say the way' }] : []),
  ...(profile !== null && (await isReadableByOthers(await context.configDirectory()))
    ? [
        {
          check: 'profile',
          ok: false,
          says: 'the file with your keys can be read by others',
          next: 'Run: assay login   (it is written for you alone)',
        },
      ]
    : [{ check: 'profile', ok: null, says: profile ?? 'ASSAY_URL and ASSAY_API_KEY' }]),
];

/** Checks everything a command needs and fails when something is wrong. */
export const doctor = async (context: Context, options: CommonOptions): Promise<void> => {
  const connection = await requireConnection(context, options.profile);
  const reached = await checkServer(context, connection.url, options);
  const reachable = reached.every(({ check, ok }) => check !== 'server' || ok === true);
  const findings = [
    ...(await checkLocal(context, connection)),
    ...reached,
    ...(reachable ? await checkKey(context, connection, options) : []),
  ];
  const wrong = findings.filter(({ ok }) => ok === false);
  const out = makeOutput(context, options);
  const marks = { true: out.paint('good', 'ok'), false: out.paint('bad', '!!'), null: '  ' };
  const width = Math.max(...findings.map(({ check }) => check.length));
  out.print({
    json: { ok: wrong.length === 0, url: connection.url, findings },
    ids: wrong.map(({ check }) => check),
    text: () =>
      findings
        .flatMap(({ check, ok, says, next }) => [
          `${marks[`${ok}`]}  ${check.padEnd(width)}  ${oneLine(says)}`,
          ...(next === undefined ? [] : [`    ${' '.repeat(width)}  ${next}`]),
        ])
        .join('\n'),
  });
  if (wrong.length > 0) throw new PartlyFailed(`${wrong.length} findings`);
};
