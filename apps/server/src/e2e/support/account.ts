/** The account of the shared service, as every page names it. */
export const organization = 'Acme Hiring';
export const support = 'help@acme.example';
export const privacy = 'https://acme.example/privacy';

export const accountEmail = 'hiring@example.com';

export const accountEnvironment = {
  ASSAY_ACCOUNT_EMAIL: accountEmail,
  ASSAY_ACCOUNT_NAME: organization,
  ASSAY_ACCOUNT_SUPPORT: support,
  ASSAY_ACCOUNT_PRIVACY: privacy,
} as const;
