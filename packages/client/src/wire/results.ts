import type {
  CallbackBody,
  InvitationTimeline,
  TimelineEntry,
  WireCancellation,
  WireLinkRegistration,
  WireRegistration,
  WireReport,
  WireSection,
  WireSectionReport,
  WireTest,
  WireTestLink,
} from '@assay/domain';

/** What the operations of API v2 give. Ids are numbers, dates `YYYY-MM-DDTHH:MM:SS` in UTC, durations minutes. */
type WithIds<Wire, Ids extends string> = { [Name in keyof Wire]: Name extends Ids ? number : Wire[Name] };

export type Section = WireSection;
export type Test = WithIds<WireTest, 'testId'>;
export type TestDetails = Test & { sections: Section[] };
export type TestList = { tests: Test[]; testsCount: number };
export type TestLink = WithIds<WireTestLink, 'testLinkId' | 'testId'>;
export type TestLinkList = { testLinks: TestLink[] };
export type Registration = WithIds<WireRegistration, 'testInvitationId'>;
export type LinkRegistration = WithIds<WireLinkRegistration, 'testInvitationId'>;
export type Cancellation = WithIds<WireCancellation, 'testInvitationId'>;
/** `timeTaken` and `duration` in minutes, `tv` in seconds; scores are exact decimals in text. */
export type Report = WireReport;
export type SectionReport = WireSectionReport;
export type Timeline = {
  invitation: InvitationTimeline['invitation'];
  timeline: (Omit<TimelineEntry, 'data'> & { data: Readonly<Record<string, unknown>> })[];
};
export type { CallbackBody };
