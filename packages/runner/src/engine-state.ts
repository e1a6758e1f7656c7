import type { NativeCheck } from './engines/native/check.ts';
import type { Offer } from './program.ts';

/** What was found out about one kind of engine: what it offers, or why it offers nothing. */
export type EngineState = {
  readonly engine: string;
  readonly offers: readonly Offer[];
  readonly refusal: string | null;
  readonly checks: NativeCheck['checks'];
  readonly warnings: readonly string[];
  /** Of an engine that was not tried now: when it was, with the same bytes on this machine. */
  readonly testedAt?: string | undefined;
};
