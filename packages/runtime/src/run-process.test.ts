import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from './config.ts';
import { openAssay } from './open-assay.ts';
import { runProcess } from './run-process.ts';
import { withoutOutbound } from './without-outbound.ts';

describe('a process', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'assay-test-'));
    vi.stubEnv('ASSAY_DATA_DIR', directory);
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
    await rm(directory, { recursive: true });
  });

  it('that is too old for its database says which version that needs, and ends with 1', async () => {
    const { assay, close } = await openAssay(readConfig(process.env), withoutOutbound);
    const contracting = "insert into migrations (name, steps, needs, program) values ('9002-drop', 1, '9001-unused', '7.8.9')";
    await assay.store.write((tx) => tx.execute(contracting, []));
    await close();
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await runProcess('Assay', async (config) => {
      const opened = await openAssay(config, withoutOutbound);
      return { stop: opened.close };
    });
    expect(said.mock.calls.map(([text]) => text)).toEqual([
      expect.stringMatching(/^Assay cannot start: The database needs Assay 7\.8\.9 or later, because [^\n]+; this is \d+\.\d+\.\d+\n$/),
    ]);
    expect(exit).toHaveBeenCalledWith(1);
  });
});
