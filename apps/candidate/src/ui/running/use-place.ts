import type { TakeQuestion } from '@assay/domain/take';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { AttemptController } from '../../core/session/attempt-controller.ts';

/** The question in the address, from 0; -1 if there is none. */
const fromHash = (total: number): number => {
  const number = Number(/^#q(\d{1,5})$/.exec(location.hash)?.[1] ?? 0);
  return number <= total ? number - 1 : -1;
};

type Entry = 'door' | 'test';
const entry = (): unknown => history.state?.assay;
const write = (how: 'pushState' | 'replaceState', assay: Entry, hash: string) => history[how]({ assay }, '', hash);

type Place = { readonly index: number; readonly go: (index: number) => void };

/**
 * The index of the question shown, and a function that goes to another. Each is an entry of the browser's history, so that Back returns
 * to the question before. Below the first one is an entry that is never shown, the door: Back from there would leave, so it asks.
 */
export const usePlace = (questions: readonly TakeQuestion[], { place, dispatch }: AttemptController, onLeave: () => void): Place => {
  const known = questions.findIndex(({ questionId }) => questionId === place.value);
  const index = Math.max(known >= 0 ? known : fromHash(questions.length), 0);
  const show = (to: number) => {
    const question = questions[to];
    if (question !== undefined) dispatch({ type: 'question-shown', questionId: question.questionId });
  };
  const latest = useRef({ show, onLeave, total: questions.length });
  latest.current = { show, onLeave, total: questions.length };
  // With the question itself: a candidate who goes Back as soon as it is seen is asked too.
  useLayoutEffect(() => {
    const here = `#q${index + 1}`;
    if (entry() === 'test') write('replaceState', 'test', here);
    else {
      write('replaceState', 'door', here);
      write('pushState', 'test', here);
    }
    const moved = () => {
      if (entry() === 'door') latest.current.onLeave();
      else latest.current.show(fromHash(latest.current.total));
    };
    addEventListener('popstate', moved);
    return () => removeEventListener('popstate', moved);
  }, []);
  const go = (to: number) => {
    if (to === index || questions[to] === undefined) return;
    show(to);
    write('pushState', 'test', `#q${to + 1}`);
  };
  return { index, go };
};
