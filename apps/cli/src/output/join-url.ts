/** In place of what the server shows only to keys that may invite. */
export const needsInvite = 'needs the scope invite';

/** The URL where candidates register by the access key of a test or a test link; null for an access key that this API key may not see. */
export const joinUrl = (baseUrl: string, accessKey: string | null): string | null =>
  accessKey === null ? null : `${baseUrl.replace(/\/+$/, '')}/join/${encodeURIComponent(accessKey)}`;
