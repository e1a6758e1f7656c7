import { type CodeAnswer, type CodeQuestion, EngineChoice, type RunLimitsOfTest, type RunSettings, runLimits } from '@assay/domain';
import { type Db, installation } from '@assay/store';
import { z } from 'zod';

const Choices = z.array(EngineChoice);

export const engineChoicesOf = (found: string | undefined): readonly EngineChoice[] => Choices.parse(JSON.parse(found ?? '[]'));

/** What operators chose for engines that are gone for good. */
export const engineChoices = async (db: Db): Promise<readonly EngineChoice[]> => engineChoicesOf(await installation.find(db, 'engines'));

/** Settings of a run: without an engine those of a version that was imported before versions named theirs. */
export type SettingsOfRun = RunSettings & {
  /** The engine that an operator chose instead of the version's. */
  readonly instead?: string;
};

type Version = { readonly runLimits: RunLimitsOfTest };

/** With what programs of a question are run in a language: its version says, and an operator where its engine is gone. */
export const settingsOf = async (
  db: Db,
  { runLimits: measured }: Version,
  question: CodeQuestion,
  language: CodeAnswer['language'],
): Promise<SettingsOfRun> => {
  const settings: RunSettings = measured[question.questionId]?.[language] ?? runLimits(question.limits, {}, language);
  const pinned = settings.engine?.name;
  const choice =
    pinned === undefined ? undefined : (await engineChoices(db)).find((one) => one.language === language && one.engine === pinned);
  return choice === undefined ? settings : { ...settings, instead: choice.instead };
};

/** The name of the engine that must run it. */
export const engineIn = ({ engine, instead }: Pick<SettingsOfRun, 'engine' | 'instead'>): string | undefined => instead ?? engine?.name;
