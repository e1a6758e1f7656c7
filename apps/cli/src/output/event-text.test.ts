import { describe, expect, it } from 'vitest';
import { eventDetails, eventText } from './event-text.ts';

describe('an event of an invitation', () => {
  it('is shown in words; an unknown one by its type', () => {
    expect(eventText({ type: 'attempt.extended' })).toBe('extra time');
    expect(eventText({ type: 'moon.rose' })).toBe('moon.rose');
  });

  it('shows names in words, instants as dates, and leaves out null', () => {
    const data = { extraMinutes: 10, deadline: Date.parse('2026-03-01T09:45:00Z'), windowEnd: null, by: 'candidate', late: true };
    expect(eventDetails({ type: 'attempt.started', data })).toBe(
      'extra minutes 10, deadline 2026-03-01 09:45:00Z, by candidate, late true',
    );
  });

  it('says of a start and of a delivery only what its time and its name do not', () => {
    const deadline = Date.parse('2026-03-01T09:45:00Z');
    expect(
      eventDetails({
        type: 'attempt.started',
        data: { startedAt: deadline - 1_500_000, durationMinutes: 25, extraMinutes: 0, windowEnd: deadline + 1, deadline },
      }),
    ).toBe('minutes 25, deadline 2026-03-01 09:45:00Z');
    expect(eventDetails({ type: 'attempt.started', data: { deliveryId: 4, kind: 'receipt-email' } })).toBe('delivery 4, receipt-email');
  });

  it('says of a new name what it was, what it is and who changed it', () => {
    const renamed = (data: Record<string, string | number | null>) => {
      const event = { type: 'invitation.renamed', data: { from: 'Ana', to: 'Bea', ...data } };
      return `${eventText(event)} ${eventDetails(event)}`;
    };
    expect(renamed({ keyId: 3, keyName: 'ATS' })).toBe('name changed from Ana to Bea, by the key ATS');
    expect(renamed({ keyId: 3, keyName: null })).toBe('name changed from Ana to Bea, by key 3');
    expect(renamed({ keyId: null, keyName: null })).toBe('name changed from Ana to Bea, by the operator');
  });

  it('without data has no details', () => {
    expect(eventDetails({ type: 'attempt.started', data: {} })).toBe('');
  });
});
