import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Fails with every finding of axe against WCAG 2.2 A and AA, and skipped levels of headings: the rule, where, and what it says. */
export const expectNoAxeFindings = async (page: Page, screen: string): Promise<void> => {
  // Colours in the middle of a transition are of no state of the page. One in a closed `<details>` stands still for as long as that is closed.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((one) => one instanceof CSSTransition && one.effect instanceof KeyframeEffect && one.effect.target?.checkVisibility())
        .map((one) => one.finished),
    ),
  );
  const { violations, passes } = await new AxeBuilder({ page })
    .options({ rules: { 'target-size': { enabled: true }, 'heading-order': { enabled: true } } })
    .withTags(tags)
    // One frame, and no page of axe's own beside it, which would be seen as leaving the window.
    .setLegacyMode(true)
    .analyze();
  if (passes.length === 0) throw new Error(`axe found nothing to check on ${screen}`);
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`),
  );
  if (findings.length > 0) throw new Error(`axe on ${screen}:\n${findings.join('\n')}`);
};
