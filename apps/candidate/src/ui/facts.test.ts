import { type ComponentChild, isValidElement } from 'preact';
import { expect, it } from 'vitest';
import { Facts } from './facts.tsx';

/** The text of an element that has no components in it. */
const textOf = (node: ComponentChild): string => {
  if (Array.isArray(node)) return node.map(textOf).join('\n');
  return isValidElement(node) ? textOf((node.props as { children?: ComponentChild }).children) : typeof node === 'string' ? node : '';
};

it('the facts say the time in hours and minutes, and nothing where there is none', () => {
  const shown = (duration: number) =>
    textOf(Facts({ test: { testName: 'Algebra', duration, questions: 3 }, access: { state: 'open', closesAt: null } }));
  expect(shown(300)).toContain('Time\n5 hours');
  expect(shown(90)).toContain('Time\n1 hour, 30 minutes');
  expect(shown(0)).not.toMatch(/Time|minute/);
});
