import { describe, expect, it } from 'vitest';
import { call, failed, opened, press, succeeded } from '../testing/given.ts';
import { env, quotas } from '../testing/samples.ts';
import { detailOf, quotasHeight, quotasScreen } from './quotas.tsx';

const one = opened(quotasScreen, {});
const read = succeeded('getAccountQuotas', {}, { quotas: quotas() });
const small = { ...env, rows: 15, columns: 60 };
const adviceOf = (name: string) => detailOf(quotas().find(({ quota }) => quota === name) ?? expect.fail(), { ...env, columns: 900 }).advice;

describe('the quotas of an account', () => {
  it('are read at once, and again', () => {
    expect(one.effects).toEqual([call('getAccountQuotas', {})]);
    expect(one.when({ type: 'refresh' }).effects).toEqual([call('getAccountQuotas', {})]);
  });

  it('keep the selection, and fit the smallest terminal', () => {
    const { state } = one.when(read, press('down'), press('down'), read);
    expect(state.selection.index).toBe(2);
    expect(one.when(read, press('last')).state.selection.index).toBe(quotas().length - 1);
    for (const size of [env, small]) expect(quotasHeight(state, size)).toBeGreaterThanOrEqual(2);
  });

  it('say how much is left, when a day begins anew, and what to do when it is nearly used up', () => {
    expect(adviceOf('invitations')).toEqual([
      'Nearly used up: 1,000 left of 50,000 a day. It begins anew at 2026-11-22 00:00:00 UTC. The operator of the service can raise it: assay-server accounts quota.',
    ]);
    expect(adviceOf('mails')[0]).toMatch(/^Used up: 500 a day\. .* What is over it is refused or waits until then; nothing is lost\./);
    expect(adviceOf('bytes')).toEqual(['987,654,321,099 left of 1,000,000,000,000 stored.']);
    expect(adviceOf('exports')).toEqual(['Each process of the server counts its own.']);
    expect(adviceOf('callbacks')).toEqual(['No limit is set.']);
  });

  it('a refusal is shown, and gone after the next response', () => {
    const refused = one.when(failed('getAccountQuotas', {}));
    expect(refused.state.fault).not.toBeNull();
    expect(refused.when(read).state.fault).toBeNull();
  });
});
