import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

interface Rules {
  /** Only rules with one of these tags; all of them without. */
  tags?: string[];
  without?: string[];
}

/** What axe finds wrong on a page as it stands: the rule, and the beginnings of the elements that break it. */
export async function axeViolations(page: Page, { tags, without = [] }: Rules = {}): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // What is right need not be listed: that is most of the page, and most of the work.
    .options({ resultTypes: ['violations'], ...(tags && { runOnly: { type: 'tag', values: tags } }) })
    .disableRules(without)
    // In the page itself, without a second one that puts together what other sites' frames say: there are none.
    .setLegacyMode()
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' … ')}`,
  );
}
