/** The URL where candidates register by the access key of a test or a test link. `baseUrl` is the service's public URL. */
export const joinUrl = (baseUrl: string, accessKey: string): string =>
  `${baseUrl.replace(/\/+$/, '')}/join/${encodeURIComponent(accessKey)}`;
