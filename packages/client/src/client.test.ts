import type { ManagedTestSummary } from '@assay/domain';
import { expectTypeOf, it } from 'vitest';
import type { Client } from './client.ts';
import type { Download } from './response/download.ts';
import type { Test, TestDetails, TestLink } from './wire/results.ts';

type InputOf<Name extends keyof Client> = Client[Name] extends (...args: infer Args) => unknown ? Args[0] : never;
type OutputOf<Name extends keyof Client> = Client[Name] extends (...args: never[]) => infer Output ? Awaited<Output> : never;

it('inputs come from path, query and body; the input object is optional if every field is', () => {
  expectTypeOf<{ pageSize?: number; pageNo?: number } | undefined>().toExtend<InputOf<'listTests'>>();
  expectTypeOf<InputOf<'getTest'>>().toEqualTypeOf<{ readonly testId: number | string }>();
  expectTypeOf<{ testId: number; emailId: string; fullName: string }>().toExtend<InputOf<'registerCandidate'>>();
  expectTypeOf<{ testId: number; emailId: string }>().not.toExtend<InputOf<'registerCandidate'>>();
  expectTypeOf<undefined>().not.toExtend<InputOf<'getTest'>>();
  expectTypeOf<{ testId: number; status: 'Sleeping' }>().not.toExtend<InputOf<'setTestStatus'>>();
  expectTypeOf<TestLink>().toExtend<InputOf<'updateTestLink'>>();
});

it("each method has its operation's result", () => {
  expectTypeOf<OutputOf<'getTest'>>().toEqualTypeOf<TestDetails>();
  expectTypeOf<OutputOf<'listTests'>['tests'][number]['testId']>().toEqualTypeOf<number>();
  expectTypeOf<OutputOf<'exportReportPdf'>>().toEqualTypeOf<Download>();
  expectTypeOf<OutputOf<'getImage'>>().toEqualTypeOf<Download>();
  expectTypeOf<OutputOf<'exportTest'>>().toExtend<InputOf<'importTest'>>();
  expectTypeOf<ReturnType<Client['paginateTests']>>().toEqualTypeOf<AsyncGenerator<Test, void, undefined>>();
  expectTypeOf<ReturnType<Client['paginateManagedTests']>>().toEqualTypeOf<AsyncGenerator<ManagedTestSummary, void, undefined>>();
});
