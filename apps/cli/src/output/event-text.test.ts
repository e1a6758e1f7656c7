import { describe, expect, it } from 'vitest';
import { eventDetails, eventText } from './event-text.ts';

describe('an event of an invitation', () => {
  it('is told in words; one that this version does not know by its type', () => {
    expect(eventText({ type: 'attempt.extended' })).toBe('extra time');
    expect(eventText({ type: 'moon.rose' })).toBe('moon.rose');
  });

  it('has names in words, instants as dates, and nothing of what is not set', () => {
    const data = { extraMinutes: 10, deadline: Date.parse('2026-03-01T09:45:00Z'), windowEnd: null, by: 'candidate', late: true };
    expect(eventDetails({ data })).toBe('extra minutes 10, deadline 2026-03-01 09:45:00Z, by candidate, late true');
  });

  it('without anything more has no details', () => {
    expect(eventDetails({ data: {} })).toBe('');
  });
});
