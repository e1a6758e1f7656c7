import {
  answerLanguages,
  engineName,
  type LanguagesResult,
  languageFacts,
  languageNames,
  ok,
  type RunLimitsOfTest,
  takeOperations,
} from '@assay/domain';
import { invitations } from '@assay/store';
import type { RunnerOffer } from '../support/context.ts';
import { lastKnownOffers } from '../support/last-known-offers.ts';
import { candidateOperation } from './candidate-operation.ts';
import { checkGeneration } from './open-invitation.ts';

const isEmbedded = ({ engine }: RunnerOffer): boolean => engineName(engine) === 'embedded';

const orList = (names: readonly string[]): string => new Intl.ListFormat('en', { type: 'disjunction' }).format(names);

type Language = LanguagesResult['languages'][number];

const languageOf = (offer: RunnerOffer): Language => {
  const { language, version } = offer;
  const { reads, writes, libraries, missing, starter } = languageFacts[language];
  const isQuery = language === 'sql';
  return {
    language,
    name: languageNames[language],
    version,
    input: isQuery ? 'The tables of the question' : `Standard input, read with ${orList(reads)}`,
    output: isQuery ? 'The rows of the query' : `Standard output, written with ${orList(writes)}`,
    reads: [...reads],
    writes: [...writes],
    libraries: [...libraries],
    missing: isEmbedded(offer) ? [...missing] : [],
    starter,
  };
};

/** What runs a program that reads and writes, or a query: the first that is offered, of the engine that the test is pinned to if it is. */
const offerOf = (offers: readonly RunnerOffer[], runLimits: RunLimitsOfTest, language: Language['language']): RunnerOffer | undefined => {
  const runs = offers.filter((one) => one.language === language && one.modes.includes(language === 'sql' ? 'sql' : 'stdio'));
  const pinned = Object.values(runLimits).flatMap((settings) => settings[language]?.engine?.name ?? []);
  return runs.find(({ engine }) => pinned.includes(engineName(engine))) ?? runs[0];
};

/** Also before the start, of the version that the attempt would start on now. */
export const getLanguages = candidateOperation(takeOperations.getLanguages, async ({ assay, token }) => {
  const loaded = await assay.store.read(async (db) => {
    const row = checkGeneration(await invitations.find(db, token), token);
    if (!row.ok) return row;
    const { account_id: accountId, test_id: testId, version } = row.value;
    return ok(await assay.testVersions.loadFor(db, { accountId, testId, version }));
  });
  if (!loaded.ok) return loaded;
  const { runLimits } = loaded.value;
  const offers = lastKnownOffers(assay.runner);
  return ok({ languages: answerLanguages.flatMap((language) => offerOf(offers, runLimits, language) ?? []).map(languageOf) });
});
