import type { TestDefinition, WireSection } from '@assay/domain';

const wireType = { 'general questions': 'General Questions', 'coding questions': 'Coding Questions' } as const;

/** Sections as API v2 and the candidate protocol show them. */
export const wireSections = (test: TestDefinition): WireSection[] =>
  test.sections.map((section) => ({
    sectionName: section.name,
    sectionType: wireType[section.type],
    questions: section.questions.length,
    duration: section.duration,
  }));
