/** What `ASSAY_RUNNER` says. `assay`: another Assay server, whose runners do the work. */
export type RunnerSetting = { readonly kind: 'auto' | 'embedded' | 'native' } | RemoteSetting;
export type RemoteSetting = { readonly kind: 'judge0' | 'piston' | 'assay'; readonly url: URL };

export const runnerSettings = 'auto, embedded, native, judge0+https://…, piston+https://… or the https:// URL of another Assay server';

const local = ['auto', 'embedded', 'native'] as const;

/** Undefined for anything else. Plain http only where it is written. */
export const readRunnerSetting = (text: string): RunnerSetting | undefined => {
  const kind = local.find((name) => name === text);
  if (kind !== undefined) return { kind };
  const [, service = 'assay', address = ''] = /^(?:(judge0|piston)\+)?(https?:\/\/.+)$/.exec(text) ?? [];
  if (!URL.canParse(address) || (service !== 'judge0' && service !== 'piston' && service !== 'assay')) return undefined;
  return { kind: service, url: new URL(address) };
};
