import { Instant } from './Parts.tsx';
import { Refused } from './Refused.tsx';
import type { TakeView } from './TakePage.tsx';

/** The address as a link, if it is one that a page may lead to. */
const httpLink = (address: string | null): URL | undefined => {
  const url = address === null ? null : URL.parse(address);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url : undefined;
};

export const TakeCompleted = ({ state, refused }: TakeView) => {
  const { test, completedAt, redirectURL, organization, fullName } = state;
  const next = httpLink(redirectURL);
  return (
    <div class="card message">
      <h1>Your test is complete</h1>
      <Refused refused={refused} />
      <p class="lead">
        Thank you, <bdi>{fullName}</bdi>. <bdi>{test.testName}</bdi>
        {completedAt === null ? null : (
          <>
            {' '}
            was completed on <Instant at={completedAt} />
          </>
        )}
        .
      </p>
      <p>
        <bdi>{organization}</bdi> has your answers. You can close this page.
      </p>
      {next === undefined ? null : (
        <p class="buttons">
          <a class="button primary" href={next.href} rel="noopener noreferrer">
            Continue to {next.host}
          </a>
        </p>
      )}
    </div>
  );
};
