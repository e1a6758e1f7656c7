import type { LanguagesResult } from '@assay/domain';
import { describe, expect, it } from 'vitest';
import type { RunnerOffer } from '../support/context.ts';
import { value } from '../testing/outcomes.ts';
import { useService } from '../testing/service.ts';
import { getLanguages } from './get-languages.ts';

const offers: readonly RunnerOffer[] = [
  { engine: 'native', language: 'python', version: 'Python 3.13.5', modes: ['stdio'] },
  { engine: 'runner embedded', language: 'python', version: '3.11.3', modes: ['stdio', 'function', 'harness'] },
  { engine: 'embedded', language: 'sql', version: 'SQLite 3.54.1', modes: ['sql'] },
  { engine: 'runner embedded', language: 'ruby', version: '4.0.0', modes: ['stdio', 'function', 'harness'] },
];

describe('the languages that a candidate is told of', () => {
  const service = useService();
  const languagesWith = async (offered: readonly RunnerOffer[]): Promise<LanguagesResult['languages']> => {
    const { ctx, testId } = await service.mint();
    const { candidate } = await service.invite(ctx, testId, 'Pending');
    const assay = { ...candidate.assay, runner: { ...candidate.assay.runner, offers: async () => offered } };
    const ask = () => value(getLanguages({ candidate: { ...candidate, assay } }));
    await ask();
    return (await ask()).languages;
  };

  it('are those that the service runs, before the start too, each with the version of the engine that comes first', async () => {
    const told = (await languagesWith(offers)).map(({ name, version }) => [name, version]);
    expect(told).toEqual([
      ['Python', 'Python 3.13.5'],
      ['Ruby', '4.0.0'],
      ['SQL', 'SQLite 3.54.1'],
    ]);
  });

  it('are of the engine that the test is pinned to', async () => {
    const question = {
      kind: 'coding',
      prompt: 'Print one.',
      languages: ['python'],
      engine: 'embedded',
      cases: [{ input: '', output: '1' }],
    };
    const { ctx, testId } = await service.mint({ sections: [{ name: 'Code', questions: [question] }] });
    const assay = { ...ctx.assay, runner: { ...ctx.assay.runner, offers: async () => offers } };
    const { candidate } = await service.invite(ctx, testId, 'Pending');
    const ask = () => value(getLanguages({ candidate: { ...candidate, assay } }));
    await ask();
    expect((await ask()).languages[0]).toMatchObject({ name: 'Python', version: '3.11.3', missing: expect.arrayContaining(['numpy']) });
  });

  it('have a sentence on input and output, which names what reads and writes', async () => {
    const [python, , sql] = await languagesWith(offers);
    expect(python).toMatchObject({
      input: 'Standard input, read with input() or sys.stdin',
      output: 'Standard output, written with print() or sys.stdout',
    });
    expect(sql).toMatchObject({ input: 'The tables of the question', output: 'The rows of the query', reads: [], writes: [] });
  });

  it('lack libraries on the embedded engine, here or on a machine of its own, and none where the real interpreter runs', async () => {
    const [python, ruby] = await languagesWith(offers);
    expect(python?.missing).toEqual([]);
    expect(ruby?.missing).toContain('socket');
  });

  it('are none while the runner has not said what it offers', async () => {
    const { ctx, testId } = await service.mint();
    const { candidate } = await service.invite(ctx, testId, 'Pending');
    const assay = { ...candidate.assay, runner: { ...candidate.assay.runner, offers: () => new Promise<never>(() => undefined) } };
    expect(await value(getLanguages({ candidate: { ...candidate, assay } }))).toEqual({ languages: [] });
  });
});
