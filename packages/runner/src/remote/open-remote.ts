import type { RemoteSetting } from '../runner-setting.ts';
import { assay } from './assay.ts';
import { judge0 } from './judge0.ts';
import { openRemoteRunner, type RemoteRunner, type RemoteRunnerOptions } from './remote-runner.ts';

export type RemoteOptions = RemoteRunnerOptions & {
  /** Requests for one result, and seconds before the second one. */
  readonly attempts?: number;
  readonly firstPause?: number;
  /** Seconds of one request at most. */
  readonly requestSeconds?: number;
  /** `ASSAY_RUNNER_KEY` of another Assay server. */
  readonly key?: string | undefined;
  /** Seconds in the queue of the service, beside a program's own time. */
  readonly patience?: number;
};

const engines = { judge0, assay };

/** A runner over the HTTP API of another service. It gets source, inputs and limits, and never what is expected. */
export const openRemote = ({ kind, url }: RemoteSetting, options: RemoteOptions = {}): Promise<RemoteRunner> => {
  const { attempts = 5, firstPause = 0.5, requestSeconds = 600, patience = 60, key = '', ...others } = options;
  return openRemoteRunner(engines[kind]({ base: url, attempts, firstPause, requestSeconds, patience, key }), others);
};
