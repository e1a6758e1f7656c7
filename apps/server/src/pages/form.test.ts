import { type Answer, err, ok, refusal, type SavedAnswer, type TakeQuestion } from '@assay/domain';
import { describe, expect, test } from 'vitest';
import { fieldNames, fingerprint, readForm, sameAnswer, typedText } from './form.ts';
import { saveEdits } from './save-edits.ts';

const question = (questionId: number, kind: TakeQuestion['kind']): TakeQuestion => ({
  questionId,
  section: 0,
  kind,
  prompt: '?',
  marks: 1,
  penalty: 0,
});

const questions = [question(1, 'single-choice'), question(2, 'multiple-choice'), question(3, 'numeric'), question(4, 'text')];

/** The fields that a browser sends of a question whose form was filled with `before`. */
const fields = (questionId: number, answer: string | string[] | undefined, { before = null as Answer, revision = 0 } = {}) => {
  const names = fieldNames(questionId);
  return {
    ...(answer === undefined ? {} : { [names.answer]: answer }),
    [names.revision]: String(revision),
    [names.before]: fingerprint(before),
  };
};

const read = (body: unknown, answers: SavedAnswer[] = []) => readForm({ questions, answers }, body);

describe('reading the form', () => {
  test('each kind of question becomes its kind of answer, one revision above the form', () => {
    const body = { ...fields(1, 'b'), ...fields(2, ['c', 'a']), ...fields(3, ' −12.50 '), ...fields(4, 'one\r\ntwo') };
    expect(read(body)).toEqual({
      edits: [
        { questionId: 1, answer: 'b', revision: 1 },
        { questionId: 2, answer: ['a', 'c'], revision: 1 },
        { questionId: 3, answer: -12.5, revision: 1 },
        { questionId: 4, answer: 'one\ntwo', revision: 1 },
      ],
      faults: new Map(),
    });
  });

  test('one ticked box comes as a string, and is an answer of one option', () => {
    expect(read(fields(2, 'a')).edits).toEqual([{ questionId: 2, answer: ['a'], revision: 1 }]);
  });

  test('an answer that is stored already is not saved again', () => {
    const answers = [{ questionId: 4, answer: 'one\ntwo', revision: 7 }];
    expect(read(fields(4, 'one\r\ntwo', { before: 'zero', revision: 6 }), answers).edits).toEqual([]);
  });

  test('no box ticked, an empty field and "no answer" clear what was stored', () => {
    const answers: SavedAnswer[] = [
      { questionId: 1, answer: 'a', revision: 1 },
      { questionId: 2, answer: ['a'], revision: 2 },
      { questionId: 3, answer: 5, revision: 3 },
      { questionId: 4, answer: 'x', revision: 4 },
    ];
    const body = {
      ...fields(1, '', { before: 'a', revision: 1 }),
      ...fields(2, undefined, { before: ['a'], revision: 2 }),
      ...fields(3, '  ', { before: 5, revision: 3 }),
      ...fields(4, '\r\n', { before: 'x', revision: 4 }),
    };
    expect(read(body, answers).edits).toEqual([1, 2, 3, 4].map((id) => ({ questionId: id, answer: null, revision: id + 1 })));
  });

  test('a question that is not in the form is left alone', () => {
    expect(read({}, [{ questionId: 2, answer: ['a'], revision: 1 }]).edits).toEqual([]);
    expect(read(null).edits).toEqual([]);
    expect(read(undefined).edits).toEqual([]);
  });

  test('an answer not touched in this form does not fight one from another tab', () => {
    const answers = [{ questionId: 1, answer: 'b', revision: 1 }];
    expect(read(fields(1, ''), answers).edits).toEqual([]);
    expect(read(fields(1, 'a'), answers).edits).toEqual([{ questionId: 1, answer: 'a', revision: 1 }]);
  });

  test.each(['12,5', 'abc', '1 000', '0x10', 'Infinity', '1e999', '--1', '.'])(
    '%s is not a number: a message, and nothing is lost',
    (typed) => {
      const { edits, faults } = read({ ...fields(3, typed), ...fields(4, 'kept') });
      expect(edits).toEqual([{ questionId: 4, answer: 'kept', revision: 1 }]);
      expect(faults.get(3)).toMatchObject({ kind: 'fault', typed });
    },
  );

  test.each([
    ['5', 5],
    ['+5.', 5],
    ['.5', 0.5],
    ['-0', 0],
    ['1e3', 1000],
  ])('%s is the number %d', (typed, number) => {
    const [edit] = read(fields(3, typed)).edits;
    expect(edit?.answer === number).toBe(true);
  });

  test('a revision that is no number counts as none', () => {
    expect(read({ ...fields(1, 'a'), [fieldNames(1).revision]: '-3' }).edits[0]?.revision).toBe(1);
  });

  test('a thousand questions are read', () => {
    const many = Array.from({ length: 1000 }, (_, index) => question(index + 1, 'text'));
    const body = Object.assign({}, ...many.map(({ questionId }) => fields(questionId, `answer ${questionId}`)));
    expect(readForm({ questions: many, answers: [] }, body).edits).toHaveLength(1000);
  });

  test('blanks are the same answer in every form', () => {
    expect(sameAnswer(null, '') && sameAnswer([], ' \n') && fingerprint([]) === fingerprint('')).toBe(true);
    expect(sameAnswer(0, null)).toBe(false);
  });

  test('a field of another shape is no text', () => {
    expect(typedText({ a: { b: 'c' } }, 'a')).toBe('');
    expect(typedText({}, 'toString')).toBe('');
  });
});

describe('saving the edits', () => {
  const edit = { questionId: 1, answer: 'a', revision: 2 };

  test('a newer answer from elsewhere is told, with what was sent', async () => {
    const { feedback } = await saveEdits([edit], async () => ok({ accepted: false, answer: 'b', revision: 2 }));
    expect(feedback.get(1)).toEqual({ kind: 'newer', yours: 'a' });
  });

  test('the same answer saved by both is no conflict', async () => {
    const { feedback } = await saveEdits([edit], async () => ok({ accepted: false, answer: 'a', revision: 9 }));
    expect(feedback.size).toBe(0);
  });

  test('an answer that is refused for itself is a fault beside its question', async () => {
    const refused = err(refusal('request.invalid', 'answer: must be at most 20000 characters'));
    const { feedback, refused: all } = await saveEdits([edit], async () => refused);
    expect(feedback.get(1)).toEqual({ kind: 'fault', message: 'Not saved: it must be at most 20000 characters.', typed: 'a' });
    expect(all).toBeUndefined();
  });

  test('after the deadline every answer is still sent, and the refusal told', async () => {
    const late = refusal('take.deadline-passed', 'The deadline passed');
    let saves = 0;
    const edits = Array.from({ length: 250 }, (_, index) => ({ ...edit, questionId: index + 1 }));
    const { refused } = await saveEdits(edits, async () => {
      saves += 1;
      return err(late);
    });
    expect({ refused, saves }).toEqual({ refused: late, saves: 250 });
  });
});
