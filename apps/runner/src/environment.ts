import { type LocalSetting, readRunnerSetting } from '@assay/runner';

export type Environment = {
  readonly url: URL;
  readonly key: string;
  /** Only engines of this machine: a runner that hands on to another service would add nothing but a delay. */
  readonly setting: LocalSetting;
  readonly logLevel: string;
};

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** What the process needs, or what is wrong: a line for each variable. */
export const readEnvironment = (variables: NodeJS.ProcessEnv): Environment | { readonly wrong: readonly string[] } => {
  const { ASSAY_URL = '', ASSAY_RUNNER_KEY: key = '', ASSAY_RUNNER = 'auto', ASSAY_LOG_LEVEL: logLevel = 'info' } = variables;
  const url = /^https?:\/\//.test(ASSAY_URL) && URL.canParse(ASSAY_URL) ? new URL(ASSAY_URL) : undefined;
  const named = readRunnerSetting(ASSAY_RUNNER);
  const setting = named === undefined || 'url' in named || named.kind === 'none' ? undefined : named;
  const wrong: string[] = [];
  if (url === undefined) wrong.push('ASSAY_URL must be the public URL of the Assay server, such as https://assay.example.com');
  if (key === '') wrong.push('ASSAY_RUNNER_KEY must be the one of the server');
  if (setting === undefined) wrong.push('ASSAY_RUNNER must be auto, embedded or native');
  if (!logLevels.includes(logLevel)) wrong.push(`ASSAY_LOG_LEVEL must be one of ${logLevels.join(', ')}`);
  return url === undefined || setting === undefined || wrong.length > 0 ? { wrong } : { url, key, setting, logLevel };
};
