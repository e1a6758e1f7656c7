import { Box, Text } from 'ink';
import { needsInvite } from '../../output/join-url.ts';
import { chop, oneLine } from '../../output/text.ts';
import { bodyHeight, type Env } from '../core/screen.ts';
import type { LinkState } from '../screens/link.ts';
import { zoneLabel } from '../screens/link-draft.ts';
import { modeLabel, stateText, windowFacts, windowText } from './link-text.ts';
import { Body, Pair } from './Parts.tsx';
import { Tone } from './Tone.tsx';

/** All other lines of the screen. */
const linesBesideDays = 12;

export const LinkView = ({ state, env }: { readonly state: LinkState; readonly env: Env }) => {
  const { link } = state;
  if (link === null) return <Body env={env} fault={state.fault} reading="Reading the test link…" />;
  const bounded = link.startDateTime !== null && link.endDateTime !== null;
  return (
    <Body env={env} fault={state.fault} dialog={state.dialog}>
      <Pair label="Name">{oneLine(link.testLinkName)}</Pair>
      <Pair label="State">
        <Tone tone={link.active ? 'good' : 'quiet'}>{stateText(link)}</Tone>
      </Pair>
      <Pair label="Access">{modeLabel[link.accessTime]}</Pair>
      {bounded ? <Pair label="Window">{windowText(link)}</Pair> : null}
      {windowFacts(link, Math.max(3, bodyHeight(env) - linesBesideDays)).map(({ label, text }) => (
        <Pair key={text} label={label}>
          {text}
        </Pair>
      ))}
      <Pair label="Zone">{zoneLabel(link.timeZoneId)}</Pair>
      <Pair label="Who">{link.inviteCandidateOnly ? 'invited candidates only' : 'anyone with the join URL'}</Pair>
      {state.settings === null ? null : (
        <Pair label="Email">{state.settings.confirmEmail ? 'confirmed by a mail before the test' : 'not confirmed'}</Pair>
      )}
      <Pair label="Webcam">{link.imageProctoring ? 'images are taken' : 'no images'}</Pair>
      <Pair label="Report to">{oneLine(link.emailToStakeholder ?? 'nobody')}</Pair>
      <Box marginTop={1}>
        <Tone tone="quiet">Join URL (c copies it)</Tone>
      </Box>
      {chop(link.joinUrl ?? needsInvite, env.columns - 2).map((part) => (
        <Text key={part}>{part}</Text>
      ))}
    </Body>
  );
};
