import { AssayProtocolError, type Client } from '@assay/client';

/** Where candidates reach the service. One that speaks API v2 only does not tell: then it is where this program reaches it. */
export const publicUrlOf = async (client: Client, url: string, call: { readonly signal: AbortSignal }): Promise<string> => {
  try {
    return (await client.getAccount({}, call)).publicUrl;
  } catch (error) {
    if (error instanceof AssayProtocolError && error.reason === 'no-management-api') return url;
    throw error;
  }
};
