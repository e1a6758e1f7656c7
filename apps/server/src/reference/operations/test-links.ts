import type { Entries } from '../entry.ts';

const times =
  '`accessTime` says when the test may be taken: `0` at any time; `1` once, between `startDateTime` and `endDateTime`; `2` on each day of that ' +
  'range, only between the two times of day. Dates are in UTC. The two times of day are those that clocks in the zone of `timeZoneId` show at ' +
  '`startDateTime` and `endDateTime`, on each day by the clocks of that day. A window whose end is earlier in the day than its start runs past ' +
  'midnight; equal times of day are the whole day.';

export const testLinks = {
  createTestLink: {
    description: `A new access point to a test, with an access key of its own. ${times}

Leave out \`emailToStakeholder\` for the account's address; send \`null\` or \`""\` for nobody.`,
    path: { testId: 1 },
    body: {
      testLinkName: 'Spring intake',
      accessTime: 1,
      timeZoneId: 190,
      imageProctoring: 1,
      startDateTime: '2026-03-01T08:00:00',
      endDateTime: '2026-03-31T18:00:00',
    },
  },
  updateTestLink: {
    description: `Replaces the settings of a test link: a field that is left out gets its default, not its former value. ${times}

A change applies to attempts that start after it. Running attempts keep their deadline. With \`testLinkStatus\` \`3\` nobody can start by the link.`,
    path: { testId: 1, testLinkId: 1 },
    body: {
      testLinkName: 'Spring intake, extended',
      accessTime: 1,
      timeZoneId: 190,
      imageProctoring: 1,
      startDateTime: '2026-03-01T08:00:00',
      endDateTime: '2026-04-15T18:00:00',
    },
  },
  getTestLink: { description: 'One test link.', path: { testId: 1, testLinkId: 1 } },
  listTestLinks: { description: 'All links of a test, newest first, in one response.', path: { testId: 1 } },
} satisfies Partial<Entries>;
