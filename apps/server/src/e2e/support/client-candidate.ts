import type { Client, Id, RegisterInput, Report } from '@assay/client';
import { until } from '@assay/testing';
import { candidateAt } from './candidate.ts';
import { everyKind, rightAnswers } from './client.ts';
import type { Service } from './service.ts';

export const importEveryKind = async (client: Client): Promise<number> => (await client.importTest(everyKind)).testId;

/** Registers `name@example.com`. */
export const register = (client: Client, testId: number, name: string) =>
  client.registerCandidate({ testId, emailId: `${name}@example.com`, fullName: name });

/** A candidate of the test of every kind answers all of it rightly and submits. */
export const answerAll = async ({ server }: Service, takeUrl: string): Promise<void> => {
  const candidate = candidateAt(server, takeUrl);
  await candidate.start();
  for (const [index, answer] of rightAnswers.entries()) await candidate.save(index + 1, typeof answer === 'object' ? [...answer] : answer);
  await candidate.submit();
};

export const generatedReport = (client: Client, testInvitationId: Id): Promise<Report> =>
  until(`the report of invitation ${testInvitationId}`, async () => {
    const report = await client.getReport({ testInvitationId });
    return report.reportStatus === 'Generated' ? report : undefined;
  });

/** Registers, answers all and waits for the report. Returns the invitation. */
export const completeAll = async (service: Service, client: Client, who: RegisterInput & { readonly testId: Id }): Promise<number> => {
  const { testInvitationId, takeTestURL } = await client.registerCandidate(who);
  await answerAll(service, takeTestURL);
  await generatedReport(client, testInvitationId);
  return testInvitationId;
};
