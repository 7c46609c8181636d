import { join } from 'node:path';
import { postgresProcessesIn } from '../packages/server/src/platform/db/embedded/processes.ts';
import { axeViolations } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test('while the database does not respond, visitors get an error page in both themes and can retry [R55]', async ({
  page,
  site,
}) => {
  const signalPostgres = async (signal: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of (await postgresProcessesIn(join(site.dataDir, 'postgres'))) ?? [])
      try {
        process.kill(pid, signal);
      } catch {
        // A process of a lost connection may end before its signal.
      }
  };
  try {
    await signalPostgres('SIGSTOP');
    const response = await page.goto(`${site.url}/?from=a-friend`, { timeout: 60_000 });
    expect(response?.status()).toBe(503);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Please wait a moment');
    await expect(
      page.getByText('The database is temporarily unavailable. Please try again shortly.'),
    ).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeViolations(page), colorScheme).toEqual([]);
    }
    await page.setViewportSize({ width: 320, height: 600 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await signalPostgres('SIGCONT');
    await expect.poll(async () => (await page.request.get(`${site.url}/readyz`)).status()).toBe(200);
    await page.getByRole('link', { name: 'Try again' }).click();
    await expect(page).toHaveURL(`${site.url}/?from=a-friend`);
    await expect(page.getByRole('link', { name: 'Join Free' }).first()).toBeVisible();
  } finally {
    await signalPostgres('SIGCONT');
  }
});
