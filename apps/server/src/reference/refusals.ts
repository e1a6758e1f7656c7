import { type CandidateOperation, encodeFailure, FailureEnvelope, idsOf, type Operation, type RefusalCode, refusal } from '@assay/domain';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { wordsOf } from './codes.ts';

const everyRoute: readonly RefusalCode[] = ['request.invalid', 'request.rate-limited', 'service.fault', 'service.unavailable'];
const withKey: readonly RefusalCode[] = ['request.unauthenticated', 'request.forbidden'];
const withBody: readonly RefusalCode[] = ['body.too-large', 'media-type.unsupported'];

/** Every refusal of an operation: its own, and those of all that are called like it. */
export const refusalsOf = (operation: Operation | CandidateOperation): readonly RefusalCode[] => [
  ...new Set([
    ...everyRoute,
    ...('scope' in operation ? withKey : []),
    ...(operation.body === undefined ? [] : withBody),
    ...(idsOf(operation).length > 0 ? (['resource.not-found'] as const) : []),
    // An Idempotency-Key that was used with another request.
    ...('repeat' in operation && operation.repeat === 'by-key' ? (['resource.conflict'] as const) : []),
    ...(operation.refusals ?? []),
  ]),
];

const pascalCase = (code: RefusalCode): string =>
  code
    .split(/[.-]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

type StatusKey = `${4 | 5}${string}`;

const retryAfter = { 'retry-after': { description: 'Seconds to wait before the next try.', schema: { type: 'integer' as const } } };

/** The responses that refuse, each written once: operations with the same codes of a status refer to one response. */
export const collectRefusals = () => {
  const responses: Record<string, ZodOpenApiResponseObject> = {};
  const responsesOf = (codes: readonly RefusalCode[]): Record<StatusKey, { $ref: string }> => {
    const byStatus = new Map<number, RefusalCode[]>();
    for (const code of codes) {
      const { httpStatus } = wordsOf(code);
      byStatus.set(httpStatus, [...(byStatus.get(httpStatus) ?? []), code]);
    }
    return Object.fromEntries(
      [...byStatus]
        .sort(([a], [b]) => a - b)
        .map(([status, unsorted]) => {
          const group = unsorted.map(wordsOf).sort((a, b) => a.statuscode.localeCompare(b.statuscode, 'en', { numeric: true }));
          const name = group.map(({ code }) => pascalCase(code)).join('-');
          responses[name] ??= {
            description: group.map(({ statuscode, when }) => `\`${statuscode}\` ${when}`).join('\n\n'),
            ...(status === 429 || status === 503 ? { headers: retryAfter } : {}),
            content: {
              'application/json': {
                schema: FailureEnvelope,
                examples: Object.fromEntries(
                  group.map(({ code, statuscode, description, example }) => [
                    code,
                    { summary: `${statuscode} ${description}`, value: encodeFailure(refusal(code, example)) },
                  ]),
                ),
              },
            },
          };
          return [`${status}` as StatusKey, { $ref: `#/components/responses/${name}` }];
        }),
    ) as Record<StatusKey, { $ref: string }>;
  };
  return { responses, responsesOf };
};
