/** The full address by which anyone with the access key of a test or a test link registers. `baseUrl` is where the service is reached. */
export const joinUrl = (baseUrl: string, accessKey: string): string =>
  `${baseUrl.replace(/\/+$/, '')}/join/${encodeURIComponent(accessKey)}`;
