/** What `ASSAY_RUNNER` says. `assay`: another Assay server, whose runners do the work. */
export type RunnerSetting = LocalSetting | { readonly kind: 'none' } | RemoteSetting;
export type LocalSetting = { readonly kind: 'auto' | 'embedded' | 'native' };
export type RemoteSetting = { readonly kind: 'judge0' | 'assay'; readonly url: URL };

export const runnerSettings = 'auto, embedded, native, none, judge0+https://… or the https:// URL of another Assay server';

const names = ['auto', 'embedded', 'native', 'none'] as const;

/** Undefined for anything else. Plain http only where it is written. */
export const readRunnerSetting = (text: string): RunnerSetting | undefined => {
  const kind = names.find((name) => name === text);
  if (kind !== undefined) return { kind };
  const [, service = 'assay', address = ''] = /^(?:(judge0)\+)?(https?:\/\/.+)$/.exec(text) ?? [];
  if (!URL.canParse(address) || (service !== 'judge0' && service !== 'assay')) return undefined;
  return { kind: service, url: new URL(address) };
};
