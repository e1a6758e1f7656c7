import { Email, findTimeZoneByName, Name, Notice, utc, validate } from '@assay/domain';
import { defaultTimings, type Timings } from '@assay/operations';
import { readRunnerSetting, runnerSettings } from '@assay/runner';
import { z } from 'zod';
import { readSender, type Sender } from './sender.ts';

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

const network = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]);

const splitList = (text: string): string[] => text.split(',').map((one) => one.trim());
const areNetworks = (list: readonly string[]): boolean => list.every((one) => network.safeParse(one).success);

const networks = z.string().transform(splitList).refine(areNetworks, 'must be networks such as 127.0.0.0/8, separated by commas');

const mostOrigins = 20;
/** Longer than any host name with scheme and port. */
const longestOrigin = 300;
const tooManyOrigins = { error: `must be at most ${mostOrigins} origins`, abort: true };

/** In the form in which browsers send it, because it is compared as text. */
const isOrigin = (text: string): boolean => /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;

const origins = z
  .string()
  .max(mostOrigins * longestOrigin, tooManyOrigins)
  .transform(splitList)
  .refine((list) => list.length <= mostOrigins, tooManyOrigins)
  .refine(
    (list) => list.every(isOrigin),
    'must be origins such as https://ats.acme.example, separated by commas: http or https, a host in lower case, a port unless it is the usual one; no path, no wildcard',
  );

const timeZone = z.string().transform((text, context) => {
  const zone = findTimeZoneByName(text);
  if (zone !== undefined) return zone.timeZoneId;
  context.addIssue({ code: 'custom', message: 'must be an IANA zone such as Europe/Berlin, a Windows zone name or a timeZoneId' });
  return z.NEVER;
});

export type TrustProxy = boolean | string | ((address: string, hop: number) => boolean);

/** `true` trusts every proxy; a number of hops or a list of networks trusts just those. */
const trustProxy = z
  .string()
  .refine(
    (text) => /^(true|false|\d{1,3})$/.test(text) || areNetworks(splitList(text)),
    'must be true, false, a number of hops, or networks such as 10.0.0.0/8, separated by commas',
  )
  .transform((text): TrustProxy => {
    if (text === 'true' || text === 'false') return text === 'true';
    return /^\d+$/.test(text) ? (_address, hop) => hop < Number(text) : text;
  });

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port, 0 to 65535')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a port, 0 to 65535');

const connections = z
  .string()
  .regex(/^[1-9]\d{0,2}$/, 'must be a whole number, 1 to 999')
  .transform(Number)
  .optional();

const sender = z.string().transform((text, context): Sender => {
  const read = readSender(text);
  if (read !== undefined) return read;
  context.addIssue({ code: 'custom', message: 'must be an email address, or one with a name: Acme Hiring <tests@acme.example>' });
  return z.NEVER;
});

const notice = z.optional(Notice);

// Object.keys knows no key types; `defaultTimings` is a literal, so it has these keys and no others.
const timingNames = Object.keys(defaultTimings) as (keyof Timings)[];
const SomeTimings = z.partialRecord(z.enum(timingNames), z.int().positive());

const testTimings = z.string().transform((text, context): Partial<Timings> => {
  try {
    return SomeTimings.parse(JSON.parse(text));
  } catch {
    context.addIssue({ code: 'custom', message: `must be JSON such as {"callbackLeaseMs":500}; the names are ${timingNames.join(', ')}` });
    return z.NEVER;
  }
});

const runner = z.string().transform((text, context) => {
  const setting = readRunnerSetting(text);
  if (setting !== undefined) return setting;
  context.addIssue({ code: 'custom', message: `must be ${runnerSettings}` });
  return z.NEVER;
});

const isBucketUrl = (text: string): boolean => {
  if (!/^s3:\/\/[^/?#]+/.test(text) || !URL.canParse(text)) return false;
  const endpoint = new URL(text).searchParams.get('endpoint');
  return endpoint === null || (/^https?:\/\//.test(endpoint) && URL.canParse(endpoint));
};

const Environment = z.object({
  ASSAY_PORT: port.default(8080),
  ASSAY_HOST: z.string().default('127.0.0.1'),
  ASSAY_DATA_DIR: z.string().default('./.assay'),
  ASSAY_DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://')
    .optional(),
  /** At most this many of a process, for writes. */
  ASSAY_DATABASE_CONNECTIONS: connections,
  /** Besides them, for reads. */
  ASSAY_DATABASE_READ_CONNECTIONS: connections,
  ASSAY_PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an absolute http or https URL' })
    .max(2048, 'must be at most 2048 characters')
    .refine((url) => !/[?#]/.test(url), 'must not have a query or a fragment')
    .transform(withoutSlash)
    .optional(),
  ASSAY_API_KEY: z
    .string()
    .min(32, 'must be at least 32 characters')
    .max(200)
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
    .optional(),
  ASSAY_SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional(),
  ASSAY_CALLBACK_ALLOW: networks.default([]),
  /** Pages that may call the API from a browser. */
  ASSAY_CORS_ORIGINS: origins.default([]),
  ASSAY_MAIL_FROM: sender.optional(),
  ASSAY_ACCOUNT_NAME: z._default(Name, 'My organization'),
  ASSAY_ACCOUNT_EMAIL: z.optional(Email),
  ASSAY_ACCOUNT_TIMEZONE: timeZone.default(utc.timeZoneId),
  /** Shown to candidates, the support contact and the privacy statement: an address, a URL or a sentence. */
  ASSAY_ACCOUNT_SUPPORT: notice,
  ASSAY_ACCOUNT_PRIVACY: notice,
  /** What runs candidates' programs. */
  ASSAY_RUNNER: runner.default({ kind: 'auto' }),
  /** What runner processes send to this server, and this process to the server that ASSAY_RUNNER names. */
  ASSAY_RUNNER_KEY: z
    .string()
    .min(32, 'must have at least 32 characters')
    .max(200, 'must be at most 200 characters')
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
    .optional(),
  ASSAY_STORAGE_URL: z.string().refine(isBucketUrl, 'must look like s3://bucket/prefix?endpoint=https://…&region=…').optional(),
  /** Counted from when a URL was sent; unset: report URLs do not end by age. */
  ASSAY_REPORT_URL_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'must be a whole number of days, 1 to 99999')
    .transform(Number)
    .optional(),
  ASSAY_TRUST_PROXY: trustProxy.default(false),
  ASSAY_SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
  ASSAY_V2_HTTP_STATUS: z.enum(['match', 'always-200'], { error: 'must be match or always-200' }).default('match'),
  /** `apart`: the worker runs in processes of its own, not inside the server. */
  ASSAY_WORKER: z.enum(['embedded', 'apart'], { error: 'must be embedded or apart' }).default('embedded'),
  /** Port on which a separate worker serves health and metrics. */
  ASSAY_WORKER_PORT: port.optional(),
  /** Readers of `/metrics` must send it as `Authorization: Bearer …`. */
  ASSAY_METRICS_TOKEN: z
    .string()
    .min(16, 'must be at least 16 characters')
    .max(200, 'must be at most 200 characters')
    .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without spaces')
    .optional(),
  ASSAY_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be trace, debug, info, warn, error, fatal or silent',
    })
    .default('info'),
  /** Shorter waits for a process under test; refused unless NODE_ENV is `test`. */
  ASSAY_TEST_TIMINGS: testTimings.optional(),
});

/** Assay's variables that other programs read: the CLI, the tests, the runner. */
const readElsewhere = new Set(['ASSAY_URL', 'ASSAY_TEST_POSTGRES_URL', 'ASSAY_TEST_NODES', 'ASSAY_RUNNER_URL']);

/** Every name that starts with `ASSAY_` and means something to one of the programs. */
export const settingNames: ReadonlySet<string> = new Set([...Object.keys(Environment.shape), ...readElsewhere]);

export type Config = z.output<typeof Environment>;

export const timingsOf = (config: Pick<Config, 'ASSAY_TEST_TIMINGS'>): Timings => ({ ...defaultTimings, ...config.ASSAY_TEST_TIMINGS });

/** The environment is invalid; each line of the message names a variable and its rule. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Reads the environment once. An empty value means unset; an unknown `ASSAY_` name is an error, because it is probably a misspelling. */
export const readConfig = (environment: NodeJS.ProcessEnv): Config => {
  const given = Object.entries(environment).filter(([name, value]) => name.startsWith('ASSAY_') && value !== '');
  const faults = given.filter(([name]) => !settingNames.has(name)).map(([name]) => `${name}: is not a setting of Assay`);
  const parsed = validate(Environment, Object.fromEntries(given));
  if (!parsed.success) faults.push(...parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`));
  if (parsed.success && parsed.data.ASSAY_RUNNER.kind === 'assay' && parsed.data.ASSAY_RUNNER_KEY === undefined)
    faults.push('ASSAY_RUNNER: another Assay server needs ASSAY_RUNNER_KEY, the same as there');
  const isSet = (name: keyof Config) => given.some(([one]) => one === name);
  if (isSet('ASSAY_DATABASE_URL') && !isSet('ASSAY_SECRET'))
    faults.push('ASSAY_SECRET: is required with ASSAY_DATABASE_URL, so that all processes sign alike');
  if (isSet('ASSAY_TEST_TIMINGS') && environment.NODE_ENV !== 'test')
    faults.push('ASSAY_TEST_TIMINGS: is for processes under test (NODE_ENV=test)');
  if (faults.length > 0 || !parsed.success) throw new ConfigError(faults.join('\n'));
  return parsed.data;
};
