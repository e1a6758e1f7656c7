import type { Organization } from './page-frame.tsx';

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const read = (): Organization | null => {
  const content = document.querySelector('meta[name="assay-house"]')?.getAttribute('content') ?? '';
  try {
    // Written by the server into the page; without one (an unknown address) it is empty.
    const { organization, support, privacy } = JSON.parse(content) as Record<string, unknown>;
    return typeof organization === 'string' ? { organization, support: text(support), privacy: text(privacy) } : null;
  } catch {
    return null;
  }
};

let served: Organization | null | undefined;

/** Who gives the test, as the page itself was told: also when the attempt cannot be read (cancelled, offline). */
export const servedOrganization = (): Organization | null => {
  if (served === undefined) served = read();
  return served;
};
