import { violationsInWords } from '@assay/domain';
import { Box, Text } from 'ink';
import { eventDetails, eventText } from '../../output/event-text.ts';
import { needsInvite } from '../../output/join-url.ts';
import { chop, oneLine } from '../../output/text.ts';
import { atUtc, timeLeft } from '../../time/format-time.ts';
import type { Env } from '../core/screen.ts';
import { type InvitationState, timelineHeight, timelineTop } from '../screens/invitation.ts';
import { scoreText, statusTone } from './InvitationsView.tsx';
import { Body, Pair } from './Parts.tsx';
import { Tone } from './Tone.tsx';

export const InvitationView = ({ state, env }: { readonly state: InvitationState; readonly env: Env }) => {
  if (state.detail === null) return <Body env={env} fault={state.fault} reading="Reading the invitation…" />;
  const { invitation, timeline, nextCursor } = state.detail;
  const count = `${timeline.length}${nextCursor === null ? '' : ' and more'}`;
  const height = timelineHeight(state, env);
  const top = timelineTop(state, env);
  const running = invitation.status === 'In progress' && invitation.deadline !== null;
  return (
    <Body env={env} fault={state.fault} dialog={state.dialog}>
      <Pair label="Candidate">{oneLine(`${invitation.fullName} · ${invitation.emailId}`)}</Pair>
      <Pair label="Status">
        <Tone tone={statusTone[invitation.status]}>{invitation.status}</Tone>
        {running ? ` · ${timeLeft(Date.parse(invitation.deadline ?? ''), env.now)} left, until ${atUtc(invitation.deadline)} UTC` : ''}
        {invitation.extraMinutes > 0 ? ` · ${invitation.extraMinutes} extra minutes` : ''}
        {invitation.current ? '' : ' · there is a newer invitation of this candidate'}
      </Pair>
      <Pair label="Score">
        {`${scoreText(invitation)}${invitation.testResult === null ? '' : `, ${invitation.testResult}`}${invitation.lateAnswers === 0 ? '' : `, ${invitation.lateAnswers} late`} · report ${invitation.reportStatus}`}
      </Pair>
      <Pair label="Proctoring">{invitation.startedAt === null ? '–' : violationsInWords(invitation)}</Pair>
      <Pair label="Test link">
        {invitation.testLinkId === null ? 'none' : `link ${invitation.testLinkId}`}
        {invitation.origin === 'link' ? ' · registered on the join page' : ''}
      </Pair>
      <Text>
        <Tone tone="quiet">Take URL</Tone>
      </Text>
      {chop(invitation.takeTestURL ?? needsInvite, env.columns - 2).map((part) => (
        <Text key={part}>{part}</Text>
      ))}
      <Box marginTop={1}>
        <Text bold wrap="truncate">
          {`Timeline, UTC${timeline.length > height ? ` (${top + 1}–${Math.min(timeline.length, top + height)} of ${count}, ↑↓)` : ''}`}
        </Text>
      </Box>
      {timeline.slice(top, top + height).map((entry, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: several entries can be of one instant and type.
        <Text key={`${top + place}`} wrap="truncate">
          <Tone tone="quiet">{`  ${atUtc(entry.at)}  `}</Tone>
          {oneLine([eventText(entry), eventDetails(entry)].filter((text) => text !== '').join(': '))}
        </Text>
      ))}
    </Body>
  );
};
