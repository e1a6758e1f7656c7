import type { Client } from '@assay/client';
import { type Desktop, filesOf } from './files.ts';
import { readsOf } from './reads.ts';
import type { Services } from './services.ts';

/** The services of the screens over a client. */
export const servicesOf = (client: Client, desktop: Desktop): Services => ({
  ...client,
  ...readsOf(client),
  ...filesOf(client, desktop),
});
