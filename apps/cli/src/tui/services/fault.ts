import { explain } from '../../support/explain.ts';
import type { Fault } from './services.ts';

/** A failure in words, with the next step; a bug is named as one. */
export const faultOf = (error: unknown): Fault => {
  const explanation = explain(error);
  if (explanation !== undefined) return { message: explanation.message, nextStep: explanation.next ?? 'r tries again.' };
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { message: `A fault of this program: ${message}`, nextStep: 'r tries again; if it comes back, report it with what you did.' };
};
