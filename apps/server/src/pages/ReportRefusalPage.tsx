import type { ReportUrlRefusal } from '@assay/operations';
import { stylesPath } from './styles.ts';

type Words = { readonly heading: string; readonly advice: string };

const words = {
  'resource.not-found': {
    heading: 'Page not found',
    advice: 'Open it once more from your invitation. If that does not help, write to whoever invited you.',
  },
  'resource.conflict': { heading: 'Something changed meanwhile', advice: 'Reload this page and try again.' },
  'report.link-expired': {
    heading: 'This address has expired',
    advice: 'Ask whoever sent it for a new one, or open the report in Assay.',
  },
} as const satisfies Record<ReportUrlRefusal['code'], Words>;

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** @param base path prefix of the public URL */
export const ReportRefusalPage = ({ base, refusal }: { base: string; refusal: ReportUrlRefusal }) => {
  const { heading, advice } = words[refusal.code];
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex, nofollow" />
        <title>{heading}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href={`${base}${stylesPath}`} />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <main id="main" tabindex={-1}>
          <div class="card message">
            <h1>{heading}</h1>
            <p class="lead">{sentence(refusal.message)}</p>
            <p>{advice}</p>
          </div>
        </main>
      </body>
    </html>
  );
};
