import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

interface Rules {
  /** Only run rules with one of these tags; by default all rules. */
  tags?: string[];
  without?: string[];
}

/** The axe violations on the current page: the rule and the start of each offending element. */
export async function axeViolations(page: Page, { tags, without = [] }: Rules = {}): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // Listing passes would be most of the work.
    .options({ resultTypes: ['violations'], ...(tags && { runOnly: { type: 'tag', values: tags } }) })
    .disableRules(without)
    // Runs without a second page that merges the results of cross-origin frames: there are none.
    .setLegacyMode()
    .analyze();
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' … ')}`,
  );
}
