// What a backlog of 400,000 callbacks, half to a dead host and half to a slow one, costs everybody else: the rates of mails and of other hosts'
// callbacks, and the latency of requests, with it and without it, in turns within one run. The worker is embedded in the server.
// `pnpm bench:backlog [rows [rounds [two URLs of empty PostgreSQL databases]]]`
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { complete, copyDeliveries } from './outbox.ts';
import { start } from './processes.ts';
import { receiveCallbacks, receiveMails } from './receivers.ts';
import { environmentOf, headers, serverOf } from './workload.ts';

const backlog = Number(process.argv[2] ?? 400_000);
const rounds = Number(process.argv[3] ?? 2);
const databases = process.argv.slice(4, 6);
const seconds = 6;
const requestsPerSecond = 200;
// More than are sent in that time.
const mailsEach = 12_000;
const callbacksEach = 4000;
const liveHosts = 2;

// So that the processor is not what limits the rates: with one that has no rest a backlog costs nothing more than its own deliveries.
const live = await receiveCallbacks((end) => setTimeout(end, 50));
const mails = await receiveMails();
const dead = await receiveCallbacks(() => undefined);
const slow = await receiveCallbacks((end) => setTimeout(end, 500));
const urls = {
  dead: `http://127.0.0.2:${dead.port}/`,
  slow: `http://127.0.0.3:${slow.port}/`,
  live: Array.from({ length: liveHosts }, (_, host) => `http://127.0.1.${host + 1}:${live.port}/`),
};

type Side = { readonly name: string; readonly environment: Record<string, string>; readonly ids: Map<string, number> };
type Figures = { readonly mails: number; readonly callbacks: number; readonly p50: number; readonly p99: number };

const directories: string[] = [];
const prepare = async (name: string, database: string | undefined, rows: number): Promise<Side> => {
  const directory = await mkdtemp(join(tmpdir(), 'assay-bench-'));
  directories.push(directory);
  const environment = {
    ...environmentOf(directory),
    ASSAY_CALLBACK_ALLOW: '127.0.0.0/8',
    ASSAY_SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    ASSAY_MAIL_FROM: 'bench@example.com',
    ASSAY_LOG_LEVEL: 'fatal',
    ...(database === undefined ? {} : { ASSAY_DATABASE_URL: database, ASSAY_SECRET: 'a secret of the bench of the backlog' }),
  };
  const ids = await complete(environment, [urls.dead, urls.slow, ...urls.live], { receipts: 'all' });
  if (rows > 0)
    await copyDeliveries(
      environment,
      [urls.dead, urls.slow].map((url) => ({ invitationId: ids.get(url) ?? 0, kind: 'callback', count: rows / 2 })),
    );
  return { name, environment, ids };
};

const run = async ({ name, environment, ids }: Side): Promise<Figures> => {
  const [first = 0] = urls.live.map((url) => ids.get(url) ?? 0);
  await copyDeliveries(environment, [
    { invitationId: first, kind: 'receipt-email', count: mailsEach },
    ...urls.live.map((url) => ({ invitationId: ids.get(url) ?? 0, kind: 'callback' as const, count: callbacksEach })),
  ]);
  const { url, stop } = await start(serverOf(), environment);
  // Until the hosts are proven and the code is compiled.
  await pause(1000);
  const before = [mails.arrivals.count, live.arrivals.count] as const;
  const { latency } = await autocannon({
    url: `${url}/v2/org/tests`,
    connections: 4,
    overallRate: requestsPerSecond,
    duration: seconds,
    headers,
  });
  const figures = {
    mails: (mails.arrivals.count - before[0]) / seconds,
    callbacks: (live.arrivals.count - before[1]) / seconds,
    p50: latency.p50,
    p99: latency.p99,
  };
  await stop();
  const rates = `${Math.round(figures.mails).toString().padStart(5)} mails/s ${Math.round(figures.callbacks).toString().padStart(5)} callbacks/s`;
  console.log(`${name.padEnd(24)} ${rates}  GET p50 ${figures.p50} ms  p99 ${figures.p99} ms`);
  return figures;
};

const sum = (figures: readonly Figures[], of: keyof Figures): number => figures.reduce((total, one) => total + one[of], 0);

try {
  const sides = [
    await prepare('without a backlog', databases[0], 0),
    await prepare(`with ${backlog.toLocaleString('en')} pending`, databases[1], backlog),
  ] as const;
  const [without, with_]: [Figures[], Figures[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    without.push(await run(sides[0]));
    with_.push(await run(sides[1]));
  }
  const ratio = (of: keyof Figures): string => (sum(with_, of) / sum(without, of)).toFixed(2);
  console.log(
    `with against without: mails ${ratio('mails')}, callbacks ${ratio('callbacks')}, GET p50 ${ratio('p50')}, p99 ${ratio('p99')}`,
  );
} finally {
  for (const receiver of [live, mails, dead, slow]) receiver.close();
  for (const directory of directories) await rm(directory, { recursive: true, force: true });
}
