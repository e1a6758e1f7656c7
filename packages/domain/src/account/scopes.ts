/** Scopes of an API key: `read`, `invite` (the writes of API v2), `manage` (the writes of the management API). */
export const scopes = ['read', 'invite', 'manage'] as const;
export type Scope = (typeof scopes)[number];
