import type { Refusal } from '@assay/domain';
import { headingOf } from './MessagePage.tsx';

type Props = { action: string; body: unknown; refusal: Refusal };

const pairsOf = (body: unknown): [string, string][] =>
  Object.entries({ ...(typeof body === 'object' ? body : {}) }).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string').map((one): [string, string] => [name, one]),
  );

export const RetryPage = ({ action, body, refusal }: Props) => (
  <div class="card message">
    <h1>{headingOf(refusal)}</h1>
    <p class="lead">Your answers could not be saved just now. They are still in this page.</p>
    <p>{refusal.message}.</p>
    <form method="post" action={action}>
      {pairsOf(body).map(([name, value]) => (
        // A hidden input would lose line breaks in some browsers; a hidden textarea keeps them.
        <textarea hidden name={name}>{`\n${value}`}</textarea>
      ))}
      <div class="buttons">
        <button type="submit" class="primary">
          Send again
        </button>
      </div>
    </form>
  </div>
);
