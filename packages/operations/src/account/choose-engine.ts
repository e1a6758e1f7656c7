import { type EngineChoice, err, mostEngineChoices, ok, type Refusal, type Result, refusal } from '@assay/domain';
import { installation } from '@assay/store';
import type { Assay } from '../support/context.ts';
import { engineChoices, engineChoicesOf } from '../support/run-settings.ts';

type Change = Pick<EngineChoice, 'language' | 'engine'> & {
  /** Undefined takes the choice back. */
  readonly instead: string | undefined;
};

export const listEngineChoices = ({ store }: Pick<Assay, 'store'>): Promise<readonly EngineChoice[]> => store.read(engineChoices);

/**
 * What an operator does where an engine that versions are pinned to is gone for good: their programs in a language are run by another one
 * from the next grading or Run on, and each grading says so.
 */
export const chooseEngine = (
  { store }: Pick<Assay, 'store'>,
  { language, engine, instead }: Change,
): Promise<Result<readonly EngineChoice[], Refusal>> =>
  store.write(async (tx) => {
    const found = await installation.find(tx, 'engines');
    const others = engineChoicesOf(found).filter((one) => one.language !== language || one.engine !== engine);
    const choices = instead === undefined ? others : [...others, { language, engine, instead, chosenAt: await tx.now() }];
    if (choices.length > mostEngineChoices) return err(refusal('request.invalid', `There can be ${mostEngineChoices} choices at most`));
    const isWritten = await installation.replaceFound(tx, 'engines', found, JSON.stringify(choices));
    return isWritten ? ok(choices) : err(refusal('resource.conflict', 'Another engine was chosen at the same time. Choose again'));
  });
