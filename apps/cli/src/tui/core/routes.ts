import type { QuestionStatistics } from '@assay/domain';
import type { Link } from '../services/services.ts';

/** Where one can be. */
export type Route =
  | { readonly screen: 'tests' }
  | { readonly screen: 'test'; readonly testId: number }
  | { readonly screen: 'link'; readonly testId: number; readonly testLinkId: number }
  | { readonly screen: 'link-form'; readonly testId: number; readonly link: Link | null }
  | { readonly screen: 'invitations'; readonly testId: number }
  | { readonly screen: 'invitation'; readonly testInvitationId: number }
  | { readonly screen: 'report'; readonly testInvitationId: number }
  | { readonly screen: 'code'; readonly testInvitationId: number }
  | { readonly screen: 'answers'; readonly testInvitationId: number }
  | { readonly screen: 'comparison'; readonly testId: number; readonly invitations: readonly number[] }
  | { readonly screen: 'statistics'; readonly testId: number }
  | { readonly screen: 'question'; readonly question: QuestionStatistics }
  | { readonly screen: 'register'; readonly testId: number; readonly testLinkId: number | null }
  | { readonly screen: 'import'; readonly testId: number; readonly testLinkId: number | null }
  | { readonly screen: 'deliveries'; readonly testId: number | null }
  | { readonly screen: 'quotas' }
  | { readonly screen: 'review'; readonly testId: number | null }
  | { readonly screen: 'delivery'; readonly deliveryId: number };
