import { stringify } from 'yaml';
import { saveFile } from '../../files/save-file.ts';
import type { CommandResult } from '../../output/output.ts';
import { confirmOverwrite } from '../../support/prompt.ts';
import type { CommonOptions, Session } from '../common/session.ts';

export type ExportOptions = CommonOptions & { readonly output?: string; readonly version?: number; readonly force?: boolean };

export const exportTest = async ({ context, client, call }: Session, testId: number, options: ExportOptions): Promise<CommandResult> => {
  await confirmOverwrite(context, options, options.output === undefined || options.output === '-' ? [] : [options.output]);
  const file = await client.exportTest({ testId, version: options.version }, call);
  if (options.output === undefined || options.output === '-')
    return { json: file, ids: [testId], text: () => stringify(file, { lineWidth: 0 }).trimEnd() };
  await saveFile(options.output, [options.json === true ? `${JSON.stringify(file, null, 2)}\n` : stringify(file, { lineWidth: 0 })], call);
  return { json: { testId, output: options.output }, ids: [testId], text: () => `${options.output}: ${file.name}` };
};
