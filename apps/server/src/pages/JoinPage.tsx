import type { JoinState, Refusal } from '@assay/domain';
import { typedText } from './form.ts';
import { adviceOf, headingOf } from './MessagePage.tsx';
import { Facts, Notice } from './Parts.tsx';
import { explainAccess } from './words.ts';

export type JoinView = { readonly state: JoinState; readonly refused?: Refusal; readonly body?: unknown };

// Not type=email: browsers refuse `Ana.Núñez@…` there, which is a valid address.
const inputs = [
  { name: 'fullName', label: 'Full name', inputmode: 'text', autocomplete: 'name' },
  { name: 'emailId', label: 'Email address', inputmode: 'email', autocomplete: 'email' },
] as const;

/** Faults by field, out of `emailId: must be an email address; fullName: is required`. */
const faultsByField = (refused: Refusal | undefined): Map<string, string> => {
  const faults = new Map<string, string>();
  if (refused?.code !== 'request.invalid') return faults;
  for (const fault of refused.message.split('; ')) {
    const input = inputs.find(({ name }) => fault.startsWith(`${name}: `));
    if (input !== undefined) faults.set(input.name, `${input.label} ${fault.slice(input.name.length + 2)}.`);
  }
  return faults;
};

const JoinForm = ({ faults, body }: { faults: ReadonlyMap<string, string>; body: unknown }) => (
  <form method="post" class="stack">
    {inputs.map(({ name, label, inputmode, autocomplete }) => {
      const fault = faults.get(name);
      return (
        <div class="field" key={name}>
          <label for={name}>{label}</label>
          <input
            id={name}
            name={name}
            type="text"
            inputmode={inputmode}
            autocomplete={autocomplete}
            required
            dir="auto"
            value={typedText(body, name)}
            aria-invalid={fault !== undefined}
            aria-describedby={fault === undefined ? undefined : `${name}-fault`}
          />
          {fault === undefined ? null : (
            <p class="fault" id={`${name}-fault`}>
              {fault}
            </p>
          )}
        </div>
      );
    })}
    <p class="hint">Check your email address: if you lose the address of your test, it can be sent there again.</p>
    <div class="buttons">
      <button type="submit" class="primary">
        Continue
      </button>
    </div>
  </form>
);

export const JoinPage = ({ state, refused, body }: JoinView) => {
  const { test, access, inviteCandidateOnly } = state;
  const faults = faultsByField(refused);
  const shut = access.state === 'closed' || access.state === 'inactive';
  const explanation = explainAccess(access);
  return (
    <div class="card">
      <h1 dir="auto">{test.testName}</h1>
      <Facts test={test} />
      {refused === undefined ? null : (
        <Notice tone="bad">
          <p>
            <strong>{faults.size > 0 ? 'Please check what you entered' : headingOf(refused)}</strong>
          </p>
          {faults.size > 0 ? null : (
            <p>
              {refused.message}. {adviceOf(refused)}
            </p>
          )}
        </Notice>
      )}
      {explanation === undefined ? null : <Notice tone="plain">{explanation}</Notice>}
      {inviteCandidateOnly === 1 ? (
        <Notice tone="plain">
          Only candidates who were invited by email can take this test. Use the address in your invitation, or enter your details below to
          have it sent to you again.
        </Notice>
      ) : null}
      {shut ? null : (
        <>
          <h2>{inviteCandidateOnly === 1 ? 'Send my address again' : 'Who are you?'}</h2>
          {explanation === undefined ? null : <p>You can register now and start when the test opens.</p>}
          <JoinForm faults={faults} body={body} />
        </>
      )}
    </div>
  );
};
