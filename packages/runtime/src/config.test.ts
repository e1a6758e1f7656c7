import { findTimeZone } from '@assay/domain';
import { defaultTimings } from '@assay/operations';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, timingsOf } from './config.ts';

const faultsOf = (environment: Record<string, string>): string[] => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
  throw new Error(`accepted ${JSON.stringify(environment)}`);
};

const secret = 's'.repeat(32);

describe('the environment', () => {
  it('may be empty: every variable has its default or is unset', () => {
    const config = readConfig({});
    expect(config).toEqual({
      ASSAY_PORT: 8080,
      ASSAY_HOST: '127.0.0.1',
      ASSAY_DATA_DIR: './.assay',
      ASSAY_CALLBACK_ALLOW: [],
      ASSAY_CORS_ORIGINS: [],
      ASSAY_ACCOUNT_NAME: expect.any(String),
      ASSAY_ACCOUNT_TIMEZONE: expect.any(Number),
      ASSAY_TRUST_PROXY: false,
      ASSAY_V2_HTTP_STATUS: 'match',
      ASSAY_WORKER: 'embedded',
      ASSAY_RUNNER: { kind: 'auto' },
      ASSAY_LOG_LEVEL: 'info',
    });
    expect(findTimeZone(config.ASSAY_ACCOUNT_TIMEZONE)).toMatchObject({ zone: 'UTC' });
  });

  it.each([
    ['ASSAY_PORT', '0', 0],
    ['ASSAY_PORT', '65535', 65_535],
    ['ASSAY_HOST', '0.0.0.0', '0.0.0.0'],
    ['ASSAY_DATA_DIR', '/var/lib/assay', '/var/lib/assay'],
    ['ASSAY_DATABASE_CONNECTIONS', '1', 1],
    ['ASSAY_DATABASE_READ_CONNECTIONS', '999', 999],
    ['ASSAY_PUBLIC_URL', 'https://assay.example', 'https://assay.example'],
    ['ASSAY_PUBLIC_URL', 'https://assay.example/tests//', 'https://assay.example/tests'],
    ['ASSAY_PUBLIC_URL', 'http://10.0.0.7:8080/', 'http://10.0.0.7:8080'],
    ['ASSAY_API_KEY', 'k'.repeat(32), 'k'.repeat(32)],
    ['ASSAY_SMTP_URL', 'smtp://mail.example:25', 'smtp://mail.example:25'],
    ['ASSAY_SMTP_URL', 'smtps://user:pass@mail.example', 'smtps://user:pass@mail.example'],
    ['ASSAY_CALLBACK_ALLOW', '127.0.0.0/8', ['127.0.0.0/8']],
    ['ASSAY_CALLBACK_ALLOW', '127.0.0.0/8, fd00::/8,10.0.0.7', ['127.0.0.0/8', 'fd00::/8', '10.0.0.7']],
    ['ASSAY_CORS_ORIGINS', 'https://ats.acme.example', ['https://ats.acme.example']],
    [
      'ASSAY_CORS_ORIGINS',
      'https://a.example, http://localhost:5173,http://[::1]:8080',
      ['https://a.example', 'http://localhost:5173', 'http://[::1]:8080'],
    ],
    ['ASSAY_MAIL_FROM', 'tests@acme.example', { name: null, address: 'tests@acme.example' }],
    ['ASSAY_MAIL_FROM', 'Acme <tests@acme.example>', { name: 'Acme', address: 'tests@acme.example' }],
    ['ASSAY_ACCOUNT_NAME', 'Ätna 株式会社', 'Ätna 株式会社'],
    ['ASSAY_ACCOUNT_EMAIL', 'hiring@acme.example', 'hiring@acme.example'],
    ['ASSAY_ACCOUNT_TIMEZONE', '190', 190],
    ['ASSAY_ACCOUNT_TIMEZONE', 'India Standard Time', 190],
    ['ASSAY_ACCOUNT_TIMEZONE', 'Asia/Kolkata', 190],
    ['ASSAY_ACCOUNT_SUPPORT', '  help@acme.example ', 'help@acme.example'],
    ['ASSAY_ACCOUNT_SUPPORT', 'ü'.repeat(500), 'ü'.repeat(500)],
    ['ASSAY_ACCOUNT_PRIVACY', 'https://acme.example/privacy', 'https://acme.example/privacy'],
    ['ASSAY_STORAGE_URL', 's3://bucket', 's3://bucket'],
    [
      'ASSAY_STORAGE_URL',
      's3://bucket/some/prefix?endpoint=https://s3.example:9000&region=eu-central-1',
      's3://bucket/some/prefix?endpoint=https://s3.example:9000&region=eu-central-1',
    ],
    ['ASSAY_TRUST_PROXY', 'true', true],
    ['ASSAY_TRUST_PROXY', 'false', false],
    ['ASSAY_TRUST_PROXY', '10.0.0.0/8,::1', '10.0.0.0/8,::1'],
    ['ASSAY_REPORT_URL_DAYS', '1', 1],
    ['ASSAY_REPORT_URL_DAYS', '99999', 99_999],
    ['ASSAY_SECRET', secret, secret],
    ['ASSAY_V2_HTTP_STATUS', 'always-200', 'always-200'],
    ['ASSAY_WORKER', 'apart', 'apart'],
    ['ASSAY_WORKER_PORT', '9090', 9090],
    ['ASSAY_METRICS_TOKEN', 'm'.repeat(16), 'm'.repeat(16)],
    ['ASSAY_LOG_LEVEL', 'silent', 'silent'],
  ])('%s=%s is read', (name, text, value) => {
    expect(readConfig({ [name]: text })).toHaveProperty(name, value);
  });

  it('ASSAY_CORS_ORIGINS takes 20 origins', () => {
    const listOf = (count: number) => Array.from({ length: count }, (_, index) => `https://a${index}.example`).join();
    expect(readConfig({ ASSAY_CORS_ORIGINS: listOf(20) }).ASSAY_CORS_ORIGINS).toHaveLength(20);
    for (const many of [listOf(21), listOf(1000)])
      expect(faultsOf({ ASSAY_CORS_ORIGINS: many })).toEqual(['ASSAY_CORS_ORIGINS: must be at most 20 origins']);
  });

  it('ASSAY_TRUST_PROXY as a number trusts that many hops', () => {
    const { ASSAY_TRUST_PROXY: trust } = readConfig({ ASSAY_TRUST_PROXY: '2' });
    if (typeof trust !== 'function') throw new Error('not a number of hops');
    expect([0, 1, 2, 3].map((hop) => trust('10.0.0.1', hop))).toEqual([true, true, false, false]);
  });

  it('ASSAY_DATABASE_URL takes both spellings, with ASSAY_SECRET', () => {
    for (const url of ['postgres://u:p@db.example/assay', 'postgresql://db.example/assay'])
      expect(readConfig({ ASSAY_DATABASE_URL: url, ASSAY_SECRET: secret })).toHaveProperty('ASSAY_DATABASE_URL', url);
  });

  it.each([
    ['ASSAY_PORT', ['65536', '-1', 'http', '80.5', ' 80', '0x50', '999999'], 'must be a port'],
    ['ASSAY_DATABASE_URL', ['mysql://db.example', 'db.example', './assay.db'], 'must start with postgres://'],
    ['ASSAY_PUBLIC_URL', ['assay.example', 'ftp://assay.example', '/tests', 'http://'], 'must be an absolute http or https URL'],
    ['ASSAY_PUBLIC_URL', ['https://assay.example?a=1', 'https://assay.example/#top'], 'must not have a query or a fragment'],
    ['ASSAY_PUBLIC_URL', [`https://assay.example/${'x'.repeat(2048)}`], 'must be at most 2048'],
    ['ASSAY_API_KEY', ['k'.repeat(31)], 'must be at least 32'],
    ['ASSAY_API_KEY', ['a key with spaces in it, and it is long', 'schlüssel'.repeat(4)], 'must be printable ASCII'],
    ['ASSAY_SMTP_URL', ['mail.example', 'http://mail.example'], 'must start with smtp://'],
    ['ASSAY_CALLBACK_ALLOW', ['localhost', '127.0.0.0/33', '127.0.0.1;10.0.0.1', ','], 'must be networks'],
    [
      'ASSAY_CORS_ORIGINS',
      ['*', 'null', 'ats.acme.example', 'https://*.acme.example', 'https://*', 'ftp://a.example', 'file://', ','],
      'must be origins such as',
    ],
    [
      'ASSAY_CORS_ORIGINS',
      ['https://a.example/', 'https://a.example/page', 'https://a.example?a=1', 'https://u@a.example'],
      'must be origins',
    ],
    ['ASSAY_CORS_ORIGINS', ['https://A.example', 'https://a.example:443', 'https://täst.example', 'https://a.example,'], 'must be origins'],
    ['ASSAY_MAIL_FROM', ['nobody', 'Acme <nobody>', 'Acme tests@acme.example', '<tests@acme.example>'], 'must be an email address'],
    ['ASSAY_ACCOUNT_NAME', ['x'.repeat(201)], 'must be at most 200'],
    ['ASSAY_ACCOUNT_EMAIL', ['nobody'], 'must be an email address'],
    ['ASSAY_ACCOUNT_TIMEZONE', ['Mars/Phobos', '99999', '-1'], 'must be an IANA zone'],
    ['ASSAY_ACCOUNT_SUPPORT', ['x'.repeat(501)], 'must be at most 500'],
    ['ASSAY_ACCOUNT_PRIVACY', ['x'.repeat(501)], 'must be at most 500'],
    ['ASSAY_STORAGE_URL', ['bucket', '/var/lib/images', 'https://s3.example/bucket', 'file:///images'], 'must look like s3://bucket'],
    ['ASSAY_STORAGE_URL', ['s3:', 's3://', 's3:///prefix', 's3:bucket'], 'must look like s3://bucket'],
    ['ASSAY_TRUST_PROXY', ['yes', 'nonsense', '10.0.0.0/99', '-1'], 'must be'],
    ['ASSAY_DATABASE_CONNECTIONS', ['0', '-1', '1.5', '1000', 'many'], 'must be a whole number, 1 to 999'],
    ['ASSAY_REPORT_URL_DAYS', ['0', '-1', '1.5', '30 days', '100000', 'never'], 'must be a whole number of days'],
    ['ASSAY_RUNNER', ['docker', 'judge0://host', 'judge0+host', 'AUTO'], 'must be auto, embedded, native, none'],
    ['ASSAY_RUNNER_KEY', ['short'], 'must have at least 32'],
    ['ASSAY_RUNNER_KEY', ['a key with spaces in it, and it is long'], 'must be printable ASCII'],
    ['ASSAY_RUNNER', ['https://assay.example.com'], 'another Assay server needs ASSAY_RUNNER_KEY'],
    ['ASSAY_SECRET', ['too-short'], 'must be at least 32'],
    ['ASSAY_V2_HTTP_STATUS', ['200', 'always200', 'Match'], 'must be match or always-200'],
    ['ASSAY_LOG_LEVEL', ['verbose', 'INFO'], 'must be trace, debug'],
  ])('a bad %s (%j) is an error that names the variable and the rule', (name, values, rule) => {
    for (const value of values) {
      const faults = faultsOf({ [name]: value, ...(name === 'ASSAY_DATABASE_URL' ? { ASSAY_SECRET: secret } : {}) });
      for (const fault of faults) expect(fault, value).toContain(`${name}: ${rule}`);
    }
  });

  it('an empty variable is unset', () => {
    const names = [
      'ASSAY_PORT',
      'ASSAY_API_KEY',
      'ASSAY_PUBLIC_URL',
      'ASSAY_DATABASE_URL',
      'ASSAY_SECRET',
      'ASSAY_V2_HTTP_STATUS',
      'ASSAY_ACCOUNT_SUPPORT',
      'ASSAY_ACCOUNT_PRIVACY',
      'ASSAY_STORAGE_URL',
      'ASSAY_X',
    ];
    expect(readConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(readConfig({}));
  });

  it.each(['ASSAY_PROT', 'ASSAY_DATABASE', 'ASSAY_port', 'ASSAY_'])('%s is on no list of ours: an error that names it', (name) => {
    expect(faultsOf({ [name]: '1' })).toEqual([expect.stringContaining(`${name}: `)]);
  });

  it('ASSAY_TEST_TIMINGS gives a process under test shorter waits, and the others stay', () => {
    const config = readConfig({ NODE_ENV: 'test', ASSAY_TEST_TIMINGS: '{"answerGraceMs":500,"reportLeaseMs":200}' });
    expect(timingsOf(config)).toEqual({ ...defaultTimings, answerGraceMs: 500, reportLeaseMs: 200 });
    expect(timingsOf(readConfig({}))).toEqual(defaultTimings);
  });

  it.each(['grace', '[]', '{"leash":1}', '{"answerGraceMs":"1"}', '{"answerGraceMs":-1}', '{"answerGraceMs":0.5}'])(
    'ASSAY_TEST_TIMINGS=%s is an error that lists the names',
    (text) => {
      const faults = faultsOf({ NODE_ENV: 'test', ASSAY_TEST_TIMINGS: text });
      expect(faults).toEqual([expect.stringMatching(/^ASSAY_TEST_TIMINGS: must be JSON .* answerGraceMs, /)]);
    },
  );

  it.each([undefined, 'production'])('ASSAY_TEST_TIMINGS is refused where NODE_ENV is %s', (environment) => {
    expect(faultsOf({ ...(environment && { NODE_ENV: environment }), ASSAY_TEST_TIMINGS: '{"answerGraceMs":500}' })).toEqual([
      'ASSAY_TEST_TIMINGS: is for processes under test (NODE_ENV=test)',
    ]);
  });

  it('what the CLI, the tests and the runner read, and what is not ours, is left alone', () => {
    const others = {
      ASSAY_URL: 'x',
      ASSAY_TEST_POSTGRES_URL: 'x',
      ASSAY_TEST_NODES: 'x',
      ASSAY_RUNNER_URL: 'x',
      PORT: 'x',
      HOME: '/root',
      XASSAY_PROT: '1',
    };
    expect(readConfig(others)).toEqual(readConfig({}));
  });

  it('lists all faults at once, one per line', () => {
    const faults = faultsOf({ ASSAY_PROT: '1', ASSAY_PORT: 'http', ASSAY_LOG_LEVEL: 'loud', ASSAY_API_KEY: 'short' });
    expect(faults.map((line) => line.split(':')[0]).sort()).toEqual(['ASSAY_API_KEY', 'ASSAY_LOG_LEVEL', 'ASSAY_PORT', 'ASSAY_PROT']);
  });

  it('ASSAY_SECRET is required with Postgres, also when something else is wrong too', () => {
    const postgres = { ASSAY_DATABASE_URL: 'postgres://db.example/assay' };
    expect(faultsOf(postgres)).toEqual([expect.stringMatching(/^ASSAY_SECRET: is required with ASSAY_DATABASE_URL/)]);
    expect(faultsOf({ ...postgres, ASSAY_PORT: 'http' })).toEqual(
      expect.arrayContaining([expect.stringContaining('ASSAY_PORT: '), expect.stringContaining('ASSAY_SECRET: ')]),
    );
  });

  it('never repeats a secret in its complaint', () => {
    const faults = faultsOf({
      ASSAY_API_KEY: 'hush hush',
      ASSAY_SECRET: 'hush',
      ASSAY_DATABASE_URL: 'mysql://u:hush@db',
      ASSAY_SMTP_URL: 'http://u:hush@mail',
    });
    expect(new Set(faults.map((line) => line.split(':')[0])).size).toBe(4);
    expect(faults.join()).not.toContain('hush');
  });
});
