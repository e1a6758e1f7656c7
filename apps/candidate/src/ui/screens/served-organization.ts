import type { Organization } from '../page-frame.tsx';

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const read = (): Organization | null => {
  const content = document.querySelector('meta[name="assay-organization"]')?.getAttribute('content') ?? '';
  try {
    // The server writes it into the page; empty for an unknown address.
    const { organization, support, privacy } = JSON.parse(content) as Record<string, unknown>;
    return typeof organization === 'string' ? { organization, support: text(support), privacy: text(privacy) } : null;
  } catch {
    return null;
  }
};

let served: Organization | null | undefined;

/** The organization as the server wrote it into the page: known also when the attempt cannot be loaded (cancelled, offline). */
export const servedOrganization = (): Organization | null => {
  if (served === undefined) served = read();
  return served;
};
