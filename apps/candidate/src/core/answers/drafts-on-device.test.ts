import { describe, expect, it } from 'vitest';
import { arrangeAttempt } from '../testing/arrange-attempt.ts';
import { codeQuestion } from '../testing/code-question.ts';

const python = { language: 'python', source: 'print(1)' } as const;
const drafts = { language: 'javascript', texts: { python: 'print(1)', javascript: ' ' } } as const;

const arrange = async () => {
  const arranged = arrangeAttempt({ code: codeQuestion });
  const { page, browser } = await arranged.begin();
  const edit = (answer: typeof python | null, kept = drafts) =>
    page.dispatch({ type: 'answer-edited', questionId: 3, answer, drafts: kept });
  const reopen = async () => {
    browser.close();
    const opened = await arranged.open();
    await arranged.world.until(() => opened.page.screenName() === 'running');
    return opened.page;
  };
  return { ...arranged, page, browser, edit, reopen };
};

describe('the texts in each language', () => {
  it('are kept over a reload, also after their answer was saved', async () => {
    const { world, server, edit, reopen } = await arrange();
    edit(python);
    await world.advance(2_000);
    expect(server.state.answers.get(3)?.answer).toEqual(python);
    const page = await reopen();
    expect(page.answers.value.get(3)).toMatchObject({ answer: python, drafts, save: 'saved' });
  });

  it('are kept without an answer', async () => {
    const { world, page, saves, reopen } = await arrange();
    page.dispatch({ type: 'drafts-changed', questionId: 3, drafts });
    await world.advance(2_000);
    expect(saves()).toEqual([]);
    expect((await reopen()).answers.value.get(3)).toMatchObject({ answer: null, drafts });
  });

  it('are kept beside a text that is too long to be an answer', async () => {
    const { world, page, edit, reopen } = await arrange();
    edit(python);
    await world.advance(2_000);
    page.dispatch({ type: 'text-typed', questionId: 3, text: 'javascript', drafts });
    expect((await reopen()).answers.value.get(3)).toMatchObject({
      answer: python,
      drafts,
      typed: { text: 'javascript', counts: false },
      save: 'invalid',
    });
  });

  it('show the language of an answer that came from another device', async () => {
    const { world, server, edit, reopen } = await arrange();
    edit(python);
    await world.advance(2_000);
    server.state.answers.set(3, { answer: { language: 'python', source: 'print(2)' }, revision: 9 });
    const page = await reopen();
    expect(page.answers.value.get(3)).toMatchObject({ answer: { source: 'print(2)' }, drafts: { ...drafts, language: 'python' } });
  });

  it('show the language of an answer that was chosen from elsewhere', async () => {
    const { world, server, page, edit } = await arrange();
    server.state.answers.set(3, { answer: { language: 'python', source: 'print(2)' }, revision: 9 });
    edit(python);
    await world.advance(2_000);
    expect(page.answers.value.get(3)?.conflict).toMatchObject({ answer: { source: 'print(2)' } });
    page.choose(3, 'elsewhere');
    expect(page.answers.value.get(3)).toMatchObject({ answer: { source: 'print(2)' }, drafts: { ...drafts, language: 'python' } });
  });
});
