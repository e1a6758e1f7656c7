import type { ReportUrlRefusal } from '@assay/operations';
import { MessagePage } from './MessagePage.tsx';

type Words = { readonly heading: string; readonly advice: string };

const words = {
  'resource.not-found': {
    heading: 'Page not found',
    advice: 'Open it once more from where you found it. If that does not help, ask its sender for a new one.',
  },
  'resource.conflict': { heading: 'Something changed meanwhile', advice: 'Reload this page and try again.' },
  'report.link-expired': {
    heading: 'This address has expired',
    advice: 'Ask its sender for a new one, or open the report in Assay.',
  },
  'report.link-revoked': {
    heading: 'This address no longer opens',
    advice: 'Ask its sender for a new one, or open the report in Assay.',
  },
} as const satisfies Record<ReportUrlRefusal['code'], Words>;

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** @param base path prefix of the public URL */
export const ReportRefusalPage = ({ base, refusal }: { base: string; refusal: ReportUrlRefusal }) => {
  const { heading, advice } = words[refusal.code];
  return (
    <MessagePage base={base} title={heading}>
      <div class="card">
        <h1>{heading}</h1>
        <p class="lead">{sentence(refusal.message)}</p>
        <p>{advice}</p>
      </div>
    </MessagePage>
  );
};
