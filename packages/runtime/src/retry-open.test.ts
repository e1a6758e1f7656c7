import { StoreUnavailable } from '@assay/store';
import { describe, expect, it, vi } from 'vitest';
import { retryOpen } from './retry-open.ts';

const away = new StoreUnavailable('the database cannot be reached');

describe('a start that does not reach PostgreSQL', () => {
  it('tries again, and warns once', async () => {
    const open = vi.fn<() => Promise<string>>().mockRejectedValueOnce(away).mockRejectedValueOnce(away).mockResolvedValue('open');
    const log = { warn: vi.fn() };
    expect(await retryOpen(open, { retryMs: 60_000, log })).toBe('open');
    expect(open).toHaveBeenCalledTimes(3);
    expect(log.warn.mock.calls).toEqual([[{ seconds: 60 }, 'PostgreSQL cannot be reached yet; trying again']]);
  });

  it('ends with the error when the time for retries is over; a command has none', async () => {
    const open = vi.fn(() => Promise.reject(away));
    await expect(retryOpen(open, { retryMs: 0 })).rejects.toBe(away);
    expect(open).toHaveBeenCalledTimes(1);
  });

  it('does not try again what waiting does not mend', async () => {
    const wrong = new Error('password authentication failed');
    await expect(retryOpen(() => Promise.reject(wrong), { retryMs: 60_000 })).rejects.toBe(wrong);
  });
});
