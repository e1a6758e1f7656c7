import { describe, expect, it } from 'vitest';
import { eventDetails, eventText } from './event-text.ts';

describe('an event of an invitation', () => {
  it('is shown in words; an unknown one by its type', () => {
    expect(eventText({ type: 'attempt.extended' })).toBe('extra time');
    expect(eventText({ type: 'moon.rose' })).toBe('moon.rose');
  });

  it('shows names in words, instants as dates, and leaves out null', () => {
    const data = { extraMinutes: 10, deadline: Date.parse('2026-03-01T09:45:00Z'), windowEnd: null, by: 'candidate', late: true };
    expect(eventDetails({ data })).toBe('extra minutes 10, deadline 2026-03-01 09:45:00Z, by candidate, late true');
  });

  it('says of a start and of a delivery only what its time and its name do not', () => {
    const deadline = Date.parse('2026-03-01T09:45:00Z');
    expect(
      eventDetails({ data: { startedAt: deadline - 1_500_000, durationMinutes: 25, extraMinutes: 0, windowEnd: deadline + 1, deadline } }),
    ).toBe('minutes 25, deadline 2026-03-01 09:45:00Z');
    expect(eventDetails({ data: { deliveryId: 4, kind: 'receipt-email' } })).toBe('delivery 4, receipt-email');
  });

  it('without data has no details', () => {
    expect(eventDetails({ data: {} })).toBe('');
  });
});
