import { JoinResult, JoinState } from '@assay/domain/take';
import { reader } from './codecs.ts';
import type { JoinDetails } from './types.ts';

export const readJoinState = reader<JoinDetails>(JoinState);
export const readJoined = reader<{ testInvitationId: number; takeTestURL: string }>(JoinResult);
