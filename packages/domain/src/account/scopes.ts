/** Scopes of an API key: `read` what is there, `invite` (API v2 writes), `manage` (management writes). */
export const scopes = ['read', 'invite', 'manage'] as const;
export type Scope = (typeof scopes)[number];
