import { z } from 'zod';
import { named } from '../wire/named.ts';
import { flexibleInt } from '../wire/request-fields.ts';

export const LinkSettings = named('LinkSettings', 'Settings of a test link.', {
  testLinkId: z.int().describe('Test link identifier.'),
  confirmEmail: z.literal([0, 1]),
});
export type LinkSettings = z.output<typeof LinkSettings>;

export const LinkSettingsBody = named('LinkSettingsBody', 'Settings to store.', { confirmEmail: flexibleInt([0, 1]) });
