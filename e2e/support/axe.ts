import type { Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  interface Window {
    axe: typeof axe;
  }
}

export interface AxeRules {
  /** Only run rules with one of these tags; by default all rules. */
  tags?: string[];
  without?: string[];
}

/** The axe violations on the current page: the rule and the start of each offending element. */
export async function axeViolations(page: Page, { tags, without = [] }: AxeRules = {}): Promise<string[]> {
  // A toast that fades has too little contrast.
  await endTransitions(page);
  // Once per page: injecting it costs as much as a run.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: axe.RunOptions = {
    // Listing passes would be most of the work, and no rule needs style sheets to be requested again.
    resultTypes: ['violations'],
    preload: false,
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    ...(tags && { runOnly: { type: 'tag', values: tags } }),
  };
  const violations = await page.evaluate(async (given) => {
    const { violations: found } = await window.axe.run(document, given);
    const all = found.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, target }) => ({ html, path: String(target[0]) })),
    }));
    // A bar at the window's edge may cover a part of a target; the target counts as it is once it was scrolled to.
    const sizes = all.find(({ id }) => id === 'target-size');
    const isTooSmall = async (path: string) => {
      const [x, y] = [window.scrollX, window.scrollY];
      document.querySelector(path)?.scrollIntoView({ block: 'center', behavior: 'instant' });
      const again = await window.axe.run(document, { ...given, runOnly: ['target-size'] });
      window.scrollTo({ left: x, top: y, behavior: 'instant' });
      return again.violations.some(({ nodes }) => nodes.some(({ target }) => String(target[0]) === path));
    };
    if (sizes !== undefined) {
      const small: typeof sizes.nodes = [];
      for (const node of sizes.nodes) if (await isTooSmall(node.path)) small.push(node);
      sizes.nodes = small;
    }
    return all
      .filter(({ nodes }) => nodes.length > 0)
      .map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }));
  }, options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((html) => html.slice(0, 160)).join(' … ')}`);
}

/**
 * Ends all transitions, as after a change of the theme, and animations that end, as of a toast; waiting for them needs
 * frames, which a busy machine delays.
 */
export const endTransitions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const changes = () =>
      document
        .getAnimations()
        .filter(
          (one) =>
            one.playState !== 'finished' &&
            one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        );
    // The end of one can start another in a child.
    for (let running = changes(); running.length > 0; running = changes())
      for (const one of running) one.finish();
  });
