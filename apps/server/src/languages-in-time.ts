import { setTimeout as pause } from 'node:timers/promises';
import type { ConfiguredRunner, Language, Offer, RunnerSetting } from '@assay/runner';

const names: Readonly<Record<Language, string>> = {
  python: 'Python',
  javascript: 'JavaScript',
  typescript: 'TypeScript',
  ruby: 'Ruby',
  sql: 'SQL',
  c: 'C',
  cpp: 'C++',
  java: 'Java',
  go: 'Go',
  rust: 'Rust',
};

/** Those whose version an author writes for; of others the version is that of a compiler or an engine. */
const versioned: readonly Language[] = ['python', 'ruby', 'java', 'go', 'rust'];

/** `Python 3.11, JavaScript, SQL`, as the first engine that offers each has it. */
const languagesInWords = (offers: readonly Offer[]): string => {
  const first = new Map<Language, string>();
  for (const { language, version } of offers) {
    const [number] = versioned.includes(language) ? (/\d+(\.[1-9]\d*)?/.exec(version) ?? []) : [];
    if (!first.has(language)) first.set(language, number === undefined ? names[language] : `${names[language]} ${number}`);
  }
  return [...first.values()].join(', ');
};

const longestWaitMs = 3_000;

/**
 * Which languages this process runs, for the banner: no start waits for a self-test that compiles programs, or for a service that does
 * not respond. The log tells of what comes later.
 */
export const languagesInTime = async (opening: Promise<ConfiguredRunner>, setting: RunnerSetting): Promise<string> => {
  if (setting.kind === 'none') return 'none on this machine (ASSAY_RUNNER=none)';
  const waiting = pause(longestWaitMs, undefined, { ref: false });
  const runner = await Promise.race([opening, waiting]).catch((error: unknown) => String(error));
  if (typeof runner === 'string') return `none: ${runner}`;
  if (runner === undefined) return 'their engines are still being tried; the log tells when they run';
  await Promise.race([runner.tried, waiting]);
  const isSettled = await Promise.race([runner.settled.then(() => true), pause(0, false)]);
  const now = languagesInWords(runner.offers());
  const later = 'url' in setting ? 'others when their engines are ready' : 'others after their self-test';
  if (!isSettled) return now === '' ? later : `${now}; ${later}`;
  return now === '' ? 'none: no engine runs here (`assay-server doctor` says why)' : now;
};
