import { stringify } from 'yaml';
import { saveFile } from '../../output/save-file.ts';
import { openSession } from '../support/session.ts';
import type { World } from '../support/world.ts';
import type { ExportOptions } from '../tests.ts';

export const exportTest = async (world: World, testId: number, options: ExportOptions): Promise<void> => {
  const { out, client, call } = await openSession(world, options);
  const file = await client.exportTest({ testId, version: options.version }, call);
  if (options.output === undefined) {
    out.tell({ json: file, ids: [testId], text: () => stringify(file, { lineWidth: 0 }).trimEnd() });
    return;
  }
  await saveFile(options.output, [options.json === true ? `${JSON.stringify(file, null, 2)}\n` : stringify(file, { lineWidth: 0 })], call);
  out.tell({ json: { testId, output: options.output }, ids: [testId], text: () => `${options.output}: ${file.name}` });
};
