import { Box, Text } from 'ink';
import { needsInvite } from '../../output/join-url.ts';
import { chop, oneLine } from '../../output/text.ts';
import type { Env } from '../core/screen.ts';
import { type RegisterField, type RegisterState, registerFields } from '../screens/register.ts';
import { FormRow } from './FormRow.tsx';
import { Body, exitQuestion } from './Parts.tsx';
import { Tone } from './Tone.tsx';

const labels: Readonly<Record<RegisterField, string>> = {
  fullName: 'Name',
  emailId: 'Email',
  link: 'Test link',
  sendEmail: 'Invitation',
  callbackURL: 'Callback URL',
  redirectURL: 'Redirect URL',
};

const shownValue = (state: RegisterState, field: RegisterField) => {
  if (field === 'sendEmail') return state.sendEmail ? 'mail it' : 'do not mail it';
  if (field !== 'link') return state.lines[field];
  if (state.testLinkId === null) return 'none';
  return oneLine(state.links.find((link) => link.testLinkId === state.testLinkId)?.testLinkName ?? `link ${state.testLinkId}`);
};

export const RegisterView = ({ state, env }: { readonly state: RegisterState; readonly env: Env }) => (
  <Body env={env} fault={state.fault} dialog={state.confirmingExit ? exitQuestion : null}>
    {registerFields.map((field) => (
      <FormRow
        key={field}
        label={labels[field]}
        focused={state.focus === field}
        value={shownValue(state, field)}
        problem={state.problems[field]}
        note={field === 'callbackURL' || field === 'redirectURL' ? '(may stay empty)' : undefined}
      />
    ))}
    <Tone tone="quiet">{state.saving ? '  Registering…' : '  ← → change a choice · ctrl-s registers'}</Tone>
    {state.refusal === null ? null : (
      <Box marginTop={1} flexDirection="column">
        <Tone tone="bad">{`✗ ${oneLine(state.refusal)}`}</Tone>
        <Text>{'  Correct the fields and press ctrl-s again.'}</Text>
      </Box>
    )}
    {state.last === null ? null : (
      <Box marginTop={1} flexDirection="column">
        <Text wrap="truncate">
          <Tone tone="good">{`✓ ${oneLine(state.last.fullName)} is registered: invitation ${state.last.testInvitationId}`}</Tone>
        </Text>
        {chop(state.last.takeTestURL ?? needsInvite, env.columns - 2).map((part) => (
          <Text key={part}>{part}</Text>
        ))}
      </Box>
    )}
  </Body>
);
