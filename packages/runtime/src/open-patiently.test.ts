import { StoreUnavailable } from '@assay/store';
import { describe, expect, it, vi } from 'vitest';
import { openPatiently } from './open-patiently.ts';

const away = new StoreUnavailable('the database cannot be reached');

describe('a start that does not reach PostgreSQL', () => {
  it('tries again, and warns once', async () => {
    const open = vi.fn<() => Promise<string>>().mockRejectedValueOnce(away).mockRejectedValueOnce(away).mockResolvedValue('open');
    const log = { warn: vi.fn() };
    expect(await openPatiently(open, { patience: 60_000, log })).toBe('open');
    expect(open).toHaveBeenCalledTimes(3);
    expect(log.warn.mock.calls).toEqual([[{ seconds: 60 }, 'PostgreSQL cannot be reached yet; trying again']]);
  });

  it('ends with the error when its patience is over; a command has none', async () => {
    const open = vi.fn(() => Promise.reject(away));
    await expect(openPatiently(open, { patience: 0 })).rejects.toBe(away);
    expect(open).toHaveBeenCalledTimes(1);
  });

  it('does not try again what waiting does not mend', async () => {
    const wrong = new Error('password authentication failed');
    await expect(openPatiently(() => Promise.reject(wrong), { patience: 60_000 })).rejects.toBe(wrong);
  });
});
