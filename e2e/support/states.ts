import type { Page } from '@playwright/test';
import { axeViolations, endTransitions } from './axe.ts';
import type { Site } from './server.ts';
import { callAs, expect } from './test.ts';

interface Person {
  token: string;
}

/** Checks all rules of axe in the page's theme. */
export async function checkState(page: Page, what: string): Promise<void> {
  // Radix hides the page behind a dialog; bars, panels, menus and toasts lie outside of all landmarks.
  const without = ['aria-hidden-focus', 'region'];
  await endTransitions(page);
  expect.soft(await axeViolations(page, { without }), what).toEqual([]);
}

/** Checks all rules in the dark theme of the reading screen, and the colors in the other two. */
export async function checkInReadingThemes(page: Page, what: string): Promise<void> {
  await checkState(page, `${what}, dark`);
  const show = async (theme: string) => {
    await page.evaluate((shown) => {
      document.documentElement.dataset.readingTheme = shown;
    }, theme);
    await endTransitions(page);
  };
  const rules = { tags: ['cat.color'], without: ['color-contrast-enhanced'] };
  const isShown = (theme: string) =>
    page.evaluate((shown) => document.documentElement.dataset.readingTheme === shown, theme);
  for (const theme of ['sepia', 'light']) {
    let violations: string[];
    // Settings that arrive during the check put the reader's own theme back.
    do {
      await show(theme);
      violations = await axeViolations(page, rules);
    } while (!(await isShown(theme)));
    expect.soft(violations, `${what}, ${theme}`).toEqual([]);
  }
  await show('dark');
}

/** Checks all rules of axe in the light theme, and the colors in the dark one. */
export async function checkInThemes(page: Page, what: string): Promise<void> {
  for (const theme of ['paper', 'ink']) {
    await page.evaluate((shown) => {
      document.documentElement.dataset.theme = shown;
    }, theme);
    await endTransitions(page);
    const rules = theme === 'paper' ? {} : { tags: ['cat.color'], without: ['color-contrast-enhanced'] };
    expect.soft(await axeViolations(page, rules), `${what}, ${theme}`).toEqual([]);
  }
}

/** What a person does: `call` calls the API, `become` makes the page theirs once it is loaded again. */
export const actionsOn = (page: Page, site: Site) => ({
  call: <T>(who: Person, method: string, path: string, data?: object) =>
    callAs<T>(page, site, who.token, method, path, data),
  become: (who: Person | null) =>
    page.evaluate((token) => {
      if (token === null) localStorage.removeItem('token');
      else localStorage.setItem('token', token);
    }, who?.token ?? null),
});
