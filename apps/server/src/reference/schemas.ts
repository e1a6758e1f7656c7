import { z } from 'zod';
import type { NamedSchema } from './named-schema.ts';
import { accountSchemas } from './schemas/account.ts';
import { candidateSchemas } from './schemas/candidate.ts';
import { comparisonSchemas } from './schemas/comparison.ts';
import { deliveriesSchemas } from './schemas/deliveries.ts';
import { invitationsSchemas } from './schemas/invitations.ts';
import { reviewsSchemas } from './schemas/reviews.ts';
import { submissionsSchemas } from './schemas/submissions.ts';
import { testFileSchemas } from './schemas/test-file.ts';
import { testsSchemas } from './schemas/tests.ts';
import { v2Schemas } from './schemas/v2.ts';

/** Every schema of the document, by its name there. */
export const namedSchemas: Readonly<Record<string, NamedSchema>> = {
  ...v2Schemas,
  ...testFileSchemas,
  ...testsSchemas,
  ...invitationsSchemas,
  ...comparisonSchemas,
  ...submissionsSchemas,
  ...reviewsSchemas,
  ...deliveriesSchemas,
  ...accountSchemas,
  ...candidateSchemas,
};

// Only the document reads these ids, and it refers to a schema that has one instead of repeating it.
for (const [id, { schema }] of Object.entries(namedSchemas)) z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), id });
