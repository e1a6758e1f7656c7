import { testDialects } from '@assay/store/testing';
import { describe, expect, it } from 'vitest';
import { useService } from '../testing/service.ts';
import { chooseEngine, listEngineChoices } from './choose-engine.ts';

describe.each(testDialects)('engines chosen at once on %s', (dialect) => {
  const service = useService(dialect);

  it('are all listed that were answered with success', async () => {
    const languages = ['python', 'ruby', 'javascript', 'typescript', 'sql'] as const;
    const choose = (language: (typeof languages)[number]) =>
      chooseEngine(service.assay, { language, engine: 'embedded', instead: 'native' });
    const results = await Promise.all(languages.map(choose));
    const chosen = languages.filter((_, index) => results[index]?.ok);
    expect(chosen.length).toBeGreaterThan(0);
    expect((await listEngineChoices(service.assay)).map(({ language }) => language).sort()).toEqual(chosen.toSorted());
  });
});
