import type { Attempt } from '../protocol.ts';

/** An attempt as the server sends it, pending and open unless changed. */
export const attemptOfStatus = (status: Attempt['status'], change: Partial<Attempt> = {}): Attempt => ({
  testInvitationId: 7,
  status,
  access: { state: 'open', closesAt: null },
  organization: 'Acme',
  support: null,
  privacy: null,
  fullName: 'Ana Núñez',
  test: { testName: 'Algebra', duration: 30, questions: 1 },
  sections: [{ sectionName: 'One', sectionType: 'mcq', questions: 1, duration: 30 }],
  imageProctoring: 0,
  startedAt: status === 'Pending' ? null : '2026-05-04T09:00:00.000Z',
  deadline: status === 'Pending' ? null : '2026-05-04T09:30:00.000Z',
  completedAt: status === 'Completed' ? '2026-05-04T09:20:00.000Z' : null,
  answered: status === 'Completed' ? 1 : null,
  redirectURL: null,
  serverTime: '2026-05-04T09:00:00.000Z',
  ...(status === 'In progress'
    ? { questions: [{ questionId: 1, section: 0, kind: 'text' as const, prompt: 'Why?', marks: 1, penalty: 0 }], answers: [] }
    : {}),
  ...change,
});
