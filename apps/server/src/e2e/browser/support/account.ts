/** The account of the browser tests, as every page names it. */
export const organization = 'Acme Hiring';
export const support = 'help@acme.example';
export const privacy = 'https://acme.example/privacy';

export const accountEnvironment = {
  ASSAY_ACCOUNT_NAME: organization,
  ASSAY_ACCOUNT_SUPPORT: support,
  ASSAY_ACCOUNT_PRIVACY: privacy,
} as const;
