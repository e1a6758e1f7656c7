/** What the operations of API v2 return. Ids are numbers, dates `YYYY-MM-DDTHH:MM:SS` in UTC, durations minutes. */
export type {
  CallbackBody,
  InvitationTimeline as Timeline,
  WireCancellation as Cancellation,
  WireLinkRegistration as LinkRegistration,
  WireRegistration as Registration,
  WireReport as Report,
  WireSection as Section,
  WireSectionReport as SectionReport,
  WireTest as Test,
  WireTestDetails as TestDetails,
  WireTestLink as TestLink,
  WireTestLinkList as TestLinkList,
  WireTestList as TestList,
} from '@assay/domain';
