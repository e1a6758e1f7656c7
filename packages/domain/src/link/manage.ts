import { z } from 'zod';
import { flexibleInt } from '../wire/request-fields.ts';

/** `confirmEmail`: who registers by the link is invited when the address that is mailed to them is opened. */
export const LinkSettings = z.object({ testLinkId: z.int(), confirmEmail: z.literal([0, 1]) });
export type LinkSettings = z.output<typeof LinkSettings>;

export const LinkSettingsBody = z.object({ confirmEmail: flexibleInt([0, 1]) });
