/** The full address by which anyone with a test link registers. `baseUrl` is where the service is reached. */
export const joinUrl = (baseUrl: string, link: { readonly testLinkAccessKey: string }): string =>
  `${baseUrl.replace(/\/+$/, '')}/join/${encodeURIComponent(link.testLinkAccessKey)}`;
