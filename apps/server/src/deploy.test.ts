import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openCodeRunner, readConfig, settingNames } from '@assay/runtime';
import { addClockMetrics, addLogMetrics, addRunnerMetrics, startWorker } from '@assay/worker';
import { validate } from 'dockerfile-utils';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import packageFile from '../package.json' with { type: 'json' };
import { useService } from './testing/service.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
const filesOf = (...patterns: string[]): [path: string, text: string][] =>
  globSync(patterns, { cwd: root })
    .sort()
    .map((path) => [path, textOf(path)]);
const matches = (text: string, pattern: RegExp): string[] => Array.from(text.matchAll(pattern), ([whole, group]) => group ?? whole);

const units = filesOf('deploy/*.service');
const dockerfile = textOf('deploy/Dockerfile');
const composeText = textOf('deploy/compose.yaml');

/** The lines of an environment file, also those that are commented out. */
const settingsIn = (text: string): [name: string, value: string][] =>
  matches(text, /^#?([A-Z][A-Z_0-9]*=.*)$/gm).map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);

describe('settings in deploy/ and docs/', () => {
  // What it takes to build an image, the tests and the guides; none reaches a process of Assay.
  const others = new Set(['ASSAY_VERSION', 'ASSAY_TEST_TIMINGS', 'ASSAY_TEST_POSTGRES_URL', 'ASSAY_TEST_NODES', 'ASSAY_WRITE_DOCS']);
  const forOperators = [...settingNames].filter((name) => !others.has(name));

  it.for(filesOf('deploy/*', 'docs/*.md', 'README.md'))('%s names no other', ([, text]) => {
    const named = matches(text, /\bASSAY_[A-Z0-9_]*[A-Z0-9]\b/g);
    expect([...new Set(named)].filter((name) => !settingNames.has(name) && !others.has(name))).toEqual([]);
  });

  it('are all in the table of docs/operating.md', () => {
    const rows = matches(textOf('docs/operating.md'), /^\|[^|]*`ASSAY_[^|]*\|/gm).join('\n');
    // These are another program's: the runner's server, and what tells the CLI the same.
    const inRows = new Set([...matches(rows, /ASSAY_[A-Z0-9_]+/g), 'ASSAY_URL', 'ASSAY_RUNNER_URL']);
    expect(forOperators.filter((name) => !inRows.has(name))).toEqual([]);
  });

  it('are all in assay.env.example, once, with values that are allowed and no secret', () => {
    const settings = settingsIn(textOf('deploy/assay.env.example'));
    const names = settings.map(([name]) => name);
    expect(names.filter((name) => name.startsWith('ASSAY_')).sort()).toEqual(
      forOperators.filter((name) => name !== 'ASSAY_RUNNER_URL').sort(),
    );
    for (const [name, value] of settings) if (/SECRET|KEY|TOKEN/.test(name)) expect([name, value]).toEqual([name, '']);
    // An empty value means unset, and a database needs the secret.
    expect(() => readConfig({ ...Object.fromEntries(settings), ASSAY_SECRET: 's'.repeat(32) })).not.toThrow();
  });
});

it('every metric in alerts.yml and its tests is one that a server or a worker gives', async () => {
  expect.hasAssertions();
  const names = ['deploy/alerts.yml', 'deploy/alerts.test.yml'].flatMap((path) =>
    matches(textOf(path), /\b(?:assay_(?!metrics)|nodejs_|process_(?=[a-z]+_fds))[a-z0-9_]+/g),
  );
  const given = new Set(matches(await readMetrics(), /^# TYPE (\S+)/gm));
  expect(names.length).toBeGreaterThan(10);
  // `absent()` and a label's value are no metrics; a histogram counts as _count, _sum and _bucket.
  expect([...new Set(names)].filter((name) => !given.has(name.replace(/_(?:count|sum|bucket)$/, '')) && !given.has(name))).toEqual([]);
});

it('every metric in monitoring.md has a value, mostly 0, before the first request, program and delivery', async () => {
  const rows = matches(textOf('docs/monitoring.md'), /^\| `(assay_[a-z_]+)`/gm);
  const values = (await readMetrics()).split('\n').filter((line) => !line.startsWith('#'));
  expect(rows.length).toBeGreaterThan(10);
  // An account has a series from the first thing that it takes; alerts go by the share of its limit.
  const later = ['assay_account_quota_used'];
  expect(rows.filter((name) => !values.some((line) => line.startsWith(name)))).toEqual(later);
  for (const series of [
    'assay_http_request_seconds_count{method="GET",route="/readyz",status="503"} 0',
    'assay_loop_runs_total{loop="images",outcome="failed"} 0',
    'assay_report_generations_total{outcome="failed"} 0',
    'assay_reports_freed_total 0',
    'assay_delivery_seconds_count{kind="callback",outcome="final"} 0',
    'assay_gradings_total{outcome="graded"} 0',
    'assay_runner_refusals_total{reason="not-offered"} 0',
  ])
    expect(values).toContain(series);
});

const service = useService();
let fresh: Promise<string> | undefined;
/** What a fresh process gives; its registry takes each metric once. */
const readMetrics = (): Promise<string> => {
  fresh ??= readFresh();
  return fresh;
};
const readFresh = async (): Promise<string> => {
  addLogMetrics(service.registry, () => 0);
  addClockMetrics(service.registry, service.assay.store);
  addRunnerMetrics(service.registry, openCodeRunner({ kind: 'embedded' }, undefined));
  const worker = startWorker({ assay: service.assay, log: service.log, registry: service.registry });
  onTestFinished(() => worker.stop());
  return (await service.send({ method: 'GET', url: '/metrics' })).body;
};

describe('programs', () => {
  const bins = new Set(
    ['server', 'worker', 'runner'].flatMap((app) =>
      Object.keys(JSON.parse(textOf(`apps/${app}/package.json`)).bin as Record<string, string>),
    ),
  );

  it.for(units)('%s starts one that a package has, and stops at wrong settings', ([path, text]) => {
    const [program = ''] = matches(text, /^ExecStart=\/opt\/assay\/node_modules\/\.bin\/(\S+)$/gm);
    expect(bins).toContain(program);
    expect(path).toBe(`deploy/${program}.service`);
    expect(text).toMatch(/^RestartPreventExitStatus=2$/m);
    expect(text).not.toMatch(/^MemoryDenyWriteExecute/m);
  });

  it('the image and compose.yaml start some of them', () => {
    const [entrypoint = '[]'] = matches(dockerfile, /^ENTRYPOINT (\[.*\])$/gm);
    const { services } = parse(composeText, { merge: true }) as { services: Record<string, { entrypoint?: string[] }> };
    const started = [JSON.parse(entrypoint)[0], ...Object.values(services).flatMap(({ entrypoint: [first] = [] }) => first ?? [])];
    expect(started).toEqual(['assay-server', 'assay-worker']);
    for (const program of started) expect(bins).toContain(program);
  });
});

describe('the image', () => {
  it('has no fault in its Dockerfile', () => {
    expect(validate(dockerfile).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
  });

  it('is of the version of the packages', () => {
    const named = [...matches(dockerfile, /ASSAY_VERSION=([\d.]+\d)/g), ...matches(composeText, /ASSAY_VERSION(?::-|=)([\d.]+\d)/g)];
    expect(new Set(named)).toEqual(new Set([packageFile.version]));
    expect(new Set(matches(dockerfile, /assay:([\d.]+\d)/g))).toEqual(new Set([packageFile.version]));
  });
});

describe('compose.yaml', () => {
  type Service = { ports?: unknown; read_only?: boolean; cap_drop?: string[]; security_opt?: string[]; restart?: string };
  const { services } = parse(composeText, { merge: true }) as { services: Record<string, Service> };

  it.for(Object.entries(services))('%s has what is safe', ([name, service]) => {
    const { read_only, cap_drop, security_opt, restart, ports } = service;
    expect({ read_only, cap_drop, security_opt, restart }).toEqual({
      ...{ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'], restart: 'unless-stopped' },
    });
    expect(ports !== undefined).toBe(name === 'proxy');
  });
});
