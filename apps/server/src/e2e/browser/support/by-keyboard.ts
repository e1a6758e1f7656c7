import type { Page } from 'playwright-core';

/** What has the focus: its tag, its name as written, and whether a ring shows it. */
export type Focused = { readonly tag: string; readonly name: string; readonly inDialog: boolean; readonly ring: boolean };

const focused = (page: Page): Promise<Focused> =>
  page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const written = element.getAttribute('aria-label') ?? element.closest('label')?.textContent ?? element.textContent ?? '';
    // A choice shows the ring around its whole card.
    const ringed = [element, element.closest('.option')].filter((one) => one !== null).map((one) => getComputedStyle(one));
    return {
      tag: element.tagName.toLowerCase(),
      name: written.trim(),
      inDialog: element.closest('dialog[open]') !== null,
      ring: ringed.some(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2),
    };
  });

/** A candidate who has no mouse. Each press fails when the focus is lost, and each Tab when nothing shows where it went. */
export const byKeyboard = (page: Page) => {
  const press = async (key: string): Promise<Focused> => {
    await page.keyboard.press(key);
    // A press may load what it leads to; only in the end must the focus be somewhere.
    await page
      .waitForFunction(() => document.activeElement !== null && document.activeElement !== document.body, undefined)
      .catch(() => {
        throw new Error(`the focus is lost after ${key}`);
      });
    return focused(page);
  };
  const tab = async (key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<Focused> => {
    const now = await press(key);
    // In the end Tab leaves a dialog or page for the browser's own bar, which headless has not: there is the document itself.
    if (!now.ring && !['main', 'html', 'dialog'].includes(now.tag)) throw new Error(`no focus ring on ${now.tag} "${now.name}"`);
    return now;
  };
  return {
    press,
    tab,
    /** A press that opens a dialog; resolves when the focus is in it. */
    opens: async (key: string): Promise<void> => {
      await page.keyboard.press(key);
      await page
        .waitForFunction(() => document.activeElement?.closest('dialog[open]') != null, undefined)
        .catch(() => {
          throw new Error(`${key} leads the focus into no dialog`);
        });
    },
    /** Closes the dialog; resolves when it is gone, since a key before that is still for it. */
    escapes: async (): Promise<void> => {
      await press('Escape');
      await page.locator('dialog').waitFor({ state: 'detached' });
    },
    focused: () => focused(page),
    type: (text: string) => page.keyboard.type(text),
    /** Tab after Tab until what has the focus is named so. */
    tabTo: async (name: string | RegExp, most = 40): Promise<Focused> => {
      const fits = (found: string) => (typeof name === 'string' ? found === name : name.test(found));
      const passed: string[] = [];
      for (let presses = 0; presses < most; presses += 1) {
        const now = await tab();
        if (fits(now.name)) return now;
        passed.push(now.name);
      }
      throw new Error(`Tab does not lead to ${name}, only to:\n${passed.join('\n')}`);
    },
    /** Resolves when an element of this name has the focus. */
    focusOn: (name: string): Promise<unknown> =>
      page
        .waitForFunction((wanted) => {
          const element = document.activeElement;
          return (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim() === wanted;
        }, name)
        .catch(async () => {
          throw new Error(`the focus is not on "${name}" but on ${JSON.stringify(await focused(page))}`);
        }),
  };
};
