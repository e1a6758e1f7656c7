import type { TestLink } from '@assay/client';

type AccessTime = TestLink['accessTime'];

const modes = { 0: 'anytime', 1: 'time-bound', 2: 'slot-wise' } as const satisfies Record<AccessTime, string>;

/** The names of the `accessTime` values in `--access`. */
export type AccessMode = (typeof modes)[AccessTime];

export const accessModes: readonly AccessMode[] = Object.values(modes);

export const modeOf = ({ accessTime }: { readonly accessTime: AccessTime }): AccessMode => modes[accessTime];

const times = { anytime: 0, 'time-bound': 1, 'slot-wise': 2 } as const satisfies Record<AccessMode, AccessTime>;

export const accessTimeOf = (mode: AccessMode): AccessTime => times[mode];
