import { encodeSuccess } from '@assay/domain';
import recorded from '@assay/domain/examples' with { type: 'json' };

/** Stand for credentials in examples; the test that sends the examples has real ones. */
export const exampleToken = '1-1-1.Xf3kQ9vB2mZt7LcA.exampleSignatureOfAToken';
export const exampleAccessKey = 't1-x4mple2k3y5a';
export const exampleConfirmation = 'eyJleGFtcGxlIjoxfQ.exampleSignatureOfAToken';
export const exampleSecret = (number: number): string =>
  `whsec_${btoa(`example secret ${number} of thirty-two b`.slice(0, 32).padEnd(32, '.'))}`;
/** Of an essay and of a file: ids of reviews are random. */
export const exampleReviewIds = [241_805_113_904_167, 118_230_974_650_822] as const;

const answers: Readonly<Record<string, unknown>> = recorded;

/** What the service answered to the example request of an operation, as the test of examples recorded it; undefined for a file. */
export const exampleAnswer = (name: string): unknown => (Object.hasOwn(answers, name) ? encodeSuccess(answers[name]) : undefined);
