import { type ComponentChild, isValidElement } from 'preact';
import { describe, expect, it } from 'vitest';
import { SectionsList } from './sections-list.tsx';

/** The text of an element that has no components in it, a line for each piece. */
const textOf = (node: ComponentChild): string => {
  if (Array.isArray(node)) return node.map(textOf).join('\n');
  return isValidElement(node) ? textOf((node.props as { children?: ComponentChild }).children) : typeof node === 'string' ? node : '';
};

describe('the list of sections', () => {
  const sections = (...durations: number[]) =>
    durations.map((duration) => ({ sectionName: 'Algebra', sectionType: 'General Questions', questions: 3, duration }));
  const shown = (...durations: number[]): string => textOf(SectionsList({ sections: sections(...durations) }));

  it('says nothing of the time of a section that has none, and no advice where none has', () => {
    expect(shown(45, 0).match(/\d+ minutes?/g)).toEqual(['45 minutes']);
    expect(shown(45, 0)).toContain('The times of the sections are advice');
    expect(shown(0, 0)).toContain('3 questions');
    expect(shown(0, 0)).not.toMatch(/minute|times of the sections/);
  });
});
