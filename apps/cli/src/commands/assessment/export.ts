import { stringify } from 'yaml';
import { saveFile } from '../../files/save-file.ts';
import type { Context } from '../../support/context.ts';
import { confirmOverwrite } from '../../support/prompt.ts';
import { type CommonOptions, openSession } from '../common/session.ts';

export type ExportOptions = CommonOptions & { readonly output?: string; readonly version?: number; readonly force?: boolean };

export const exportTest = async (context: Context, testId: number, options: ExportOptions): Promise<void> => {
  const { out, client, call } = await openSession(context, options);
  await confirmOverwrite(context, options, options.output === undefined || options.output === '-' ? [] : [options.output]);
  const file = await client.exportTest({ testId, version: options.version }, call);
  if (options.output === undefined || options.output === '-') {
    out.print({ json: file, ids: [testId], text: () => stringify(file, { lineWidth: 0 }).trimEnd() });
    return;
  }
  await saveFile(options.output, [options.json === true ? `${JSON.stringify(file, null, 2)}\n` : stringify(file, { lineWidth: 0 })], call);
  out.print({ json: { testId, output: options.output }, ids: [testId], text: () => `${options.output}: ${file.name}` });
};
