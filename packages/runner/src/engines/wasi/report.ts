import { isPlain } from '../../plain.ts';
import type { Plain } from '../../program.ts';
import { isRecord, readTold } from '../told.ts';
import type { Called } from './call.ts';

export type Failure = { readonly full: boolean; readonly line: number | undefined; readonly text: string };

/** What boot.py says of a run. In the candidate's interpreter the candidate can say it too, so nothing here is believed to be well-formed. */
export type Report = {
  readonly exit?: number;
  readonly compiled?: boolean;
  readonly failure?: Failure;
  readonly value?: Plain;
  readonly unusable?: string;
};

const failureOf = (value: Record<string, unknown>): Failure => ({
  full: value.full === true,
  line: typeof value.line === 'number' && Number.isInteger(value.line) && value.line > 0 ? value.line : undefined,
  text: typeof value.text === 'string' ? value.text : '',
});

export const readReport = (called: Called): Report | undefined => {
  const told = called.how === 'returned' ? readTold(Buffer.from(called.message).toString('utf8')) : undefined;
  if (!isRecord(told)) return undefined;
  if (isRecord(told.failure)) return { failure: failureOf(told.failure) };
  if (isRecord(told.wrong)) return { failure: failureOf(told.wrong) };
  if (told.wrong === null) return { compiled: true };
  if (typeof told.exit === 'number') return { exit: told.exit };
  if (typeof told.unusable === 'string') return { unusable: told.unusable };
  if (!('value' in told)) return undefined;
  if (isPlain(told.value)) return { value: told.value };
  return { failure: { full: false, line: undefined, text: 'The value is too large or nested too deeply.\n' } };
};
