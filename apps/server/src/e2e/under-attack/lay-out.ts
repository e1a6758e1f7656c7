import { inParallel } from '@assay/testing';
import { apiOf } from '../support/api.ts';
import { candidateAt } from '../support/candidate.ts';
import type { Environment, ServerProcess, Servers } from '../support/server-process.ts';
import { type Ground, type Grounds, questions, testFile } from './grounds.ts';

/** A test with a link, and candidates who have finished it, each with a program of its own. */
const prepare = async (server: ServerProcess, key: string, name: string, finishers: number): Promise<Ground> => {
  const api = apiOf(server, key);
  const { testId } = await api.importTest(testFile(name));
  const link = await api.createLink(testId, { testLinkName: name, accessTime: 0, timeZoneId: 190 });
  const finished = await inParallel([...Array(finishers).keys()], 8, async (index) => {
    const { testInvitationId, takeTestURL } = await api.register(testId, `${name.toLowerCase()}-${index}@example.com`);
    const candidate = candidateAt(server, takeTestURL);
    await candidate.start();
    await candidate.save(1, 'a');
    const lines = Array.from({ length: 60 }, (_, line) => `const v${line} = (${index % 7} + ${line}) * ${line};`);
    await candidate.save(questions.program, { language: 'javascript', source: `${lines.join('\n')}\nconsole.log(4);` });
    await candidate.submit();
    return testInvitationId;
  });
  for (const id of finished) await api.generatedReport(id);
  return { testId, accessKey: link.testLinkAccessKey ?? '', finished };
};

type Honest = { readonly key: string; readonly finishers: number };

/** Two accounts on one server. */
export const layOut = async (
  servers: Servers,
  server: ServerProcess,
  environment: Environment,
  { key, finishers }: Honest,
): Promise<Grounds> => {
  const made = await servers.command(environment, 'accounts', 'create', '--name', 'Hostile', '--json');
  const { apiKey } = JSON.parse(made.stdout) as { apiKey: string };
  return {
    url: server.url,
    honest: { key, present: await prepare(server, key, 'Present', 0), past: await prepare(server, key, 'Past', finishers) },
    hostile: { key: apiKey, present: await prepare(server, apiKey, 'Hostile', finishers) },
  };
};
