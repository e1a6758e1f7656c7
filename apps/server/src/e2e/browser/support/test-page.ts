import type { Locator, Page } from 'playwright-core';

/** The page of one candidate, in English, as somebody who sees and hears it would name what is on it. */
export type TestPage = ReturnType<typeof testPageOf>;

export const testPageOf = (page: Page) => {
  const button = (name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
  const position = (number: number) => page.getByRole('heading', { name: new RegExp(`^Question ${number} of `) });
  const dialog = (name: string): Locator => page.getByRole('dialog', { name });
  // What eyes see: ears are not told of each save.
  const save = (text: string): Locator => page.locator('.save-text', { hasText: new RegExp(`^${text}$`) });
  return {
    page,
    button,
    dialog,
    heading: (name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name }),
    open: async (url: string): Promise<void> => {
      await page.goto(url);
    },
    /** Until question `number` is shown and has the focus. */
    shows: (number: number): Promise<void> => position(number).waitFor(),
    start: async (): Promise<void> => {
      await button('Start the test').click();
      await position(1).waitFor();
    },
    continue: async (): Promise<void> => {
      await button('Continue the test').click();
    },
    takeOver: async (): Promise<void> => {
      await button('Go on here').click();
    },
    next: (): Promise<void> => button('Next').click(),
    previous: (): Promise<void> => button('Previous').click(),
    flag: (): Promise<void> => button('Flag for later').click(),
    option: (name: string, kind: 'radio' | 'checkbox' = 'radio'): Locator => page.getByRole(kind, { name }),
    /** Picks one of several. */
    choose: (name: string): Promise<void> => page.getByRole('radio', { name }).check(),
    tick: async (...names: readonly string[]): Promise<void> => {
      for (const name of names) await page.getByRole('checkbox', { name }).check();
    },
    number: (): Locator => page.getByRole('textbox', { name: /Your answer, a number/ }),
    text: (): Locator => page.getByRole('textbox', { name: /Your answer$/ }),
    save,
    saved: (): Promise<void> => save('Saved').waitFor(),
    time: (): Locator => page.getByRole('timer', { name: 'Time left' }),
    /** The map beside the question on a wide screen, else in its dialog. */
    map: (): Locator => page.getByRole('complementary', { name: 'All questions' }),
    mapItem: (number: number, state: string): Locator => page.getByRole('button', { name: `Question ${number}: ${state}`, exact: true }),
    openMap: async (): Promise<Locator> => {
      await button('Questions').click();
      return dialog('All questions');
    },
    openKeys: async (): Promise<Locator> => {
      await button('Keys').click();
      return dialog('Keys');
    },
    openSubmit: async (): Promise<Locator> => {
      await button('Submit').click();
      return dialog('Submit the test?');
    },
    /** Submits without looking; resolves when the server has it. */
    submit: async (): Promise<void> => {
      await button('Submit').click();
      await button('Submit now').click();
      await page.getByRole('heading', { level: 1, name: 'Your test is submitted' }).waitFor();
    },
  };
};
