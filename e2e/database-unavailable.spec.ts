import { join } from 'node:path';
import { postgresProcessesIn } from '../packages/server/src/platform/db/embedded/processes.ts';
import { violationsOf } from './support/axe.ts';
import { startSite } from './support/server.ts';
import { expect, test } from './support/test.ts';

test('somebody who opens a page while the database says nothing is told so by a page, in both themes, and goes on from it', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const site = await startSite();
  const tell = async (signal: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of (await postgresProcessesIn(join(site.dataDir, 'postgres'))) ?? [])
      process.kill(pid, signal);
  };
  try {
    await tell('SIGSTOP');
    const response = await page.goto(`${site.url}/?from=a-friend`, { timeout: 60_000 });
    expect(response?.status()).toBe(503);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Please wait a moment');
    await expect(
      page.getByText('The database is temporarily unavailable. Please try again shortly.'),
    ).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violationsOf(page), colorScheme).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 600 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await tell('SIGCONT');
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page).toHaveURL(`${site.url}/?from=a-friend`);
    await expect(page.getByRole('link', { name: 'Join Free' }).first()).toBeVisible();
  } finally {
    await tell('SIGCONT');
    await site.stop();
  }
});
