import { day, hour, minute } from '../packages/server/src/platform/clock.ts';
import { runScheduled } from './support/jobs.ts';
import { startSite } from './support/server.ts';
import { callAs, createStory, expect, joinViaApi, setToken, test } from './support/test.ts';

test.use({ freshContext: true });

/** A Monday at noon with two weeks of its month to come, some weeks from now. */
function aMonday(): Date {
  const now = new Date();
  const at = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 8, 12));
  at.setUTCDate(8 + ((8 - at.getUTCDay()) % 7));
  return at;
}

test('a reader’s week with a missed day, and the end of the month [R44]', async ({ page }) => {
  test.setTimeout(240_000);
  const site = await startSite();
  try {
    let now = Date.now();
    /** Takes server and browser to a later time. */
    const goTo = async (at: Date) => {
      await site.advance(at.getTime() - now);
      now = at.getTime();
      await page.clock.setSystemTime(at);
    };
    const monday = aMonday();
    const dayAt = (number: number) => new Date(monday.getTime() + number * day);
    await goTo(monday);
    const author = await joinViaApi(page, site, 'author');
    const { story, chapters } = await createStory(page, site, author.token, { chapters: 31, paragraphs: 5 });
    const reader = await joinViaApi(page, site, 'reader');
    await setToken(page, reader.token);
    let finished = 0;
    const finish = async (ids: string[]) => {
      for (const chapterId of ids) {
        const place = { storyId: story, chapterId, deviceType: 'desktop' };
        await callAs(page, site, reader.token, 'POST', '/reacting-sessions/start', place);
        await goTo(new Date(now + minute));
        const end = { ...place, additionalDuration: 55, endProgress: 100 };
        await callAs(page, site, reader.token, 'POST', '/reacting-sessions/end', end);
        await callAs(page, site, reader.token, 'POST', `/chapters/${chapterId}/progress`, {
          progress: 100,
        });
      }
      finished += ids.length;
      const pages = async () =>
        (await callAs<{ data: { pages: number } }>(page, site, reader.token, 'GET', '/gamification/currency'))
          .data.pages;
      await expect.poll(pages).toBe(finished);
    };
    const main = page.getByRole('main');
    const claimed = main.getByRole('button', { name: 'Claimed', exact: true }).first();
    const ledger = page.getByRole('region', { name: 'Earned and spent' });
    const open = () => page.goto(`${site.url}/rewards`);
    const claimDaily = async (coins: number, step: number) => {
      await main.getByRole('button', { name: `Claim ${coins} coins` }).click();
      await expect(claimed).toBeVisible();
      await expect(ledger).toContainText(`Daily reward, step ${step} of 7`);
    };

    await test.step('on Monday there are quests, and the week’s is completed but not claimed', async () => {
      await open();
      await expect(page.getByRole('heading', { name: 'A week of chapters' })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'A chapter a day' })).toBeVisible();
      await claimDaily(5, 1);
      await finish(chapters.slice(0, 10));
      await page.reload();
      await expect(page.getByRole('button', { name: /^Claim .*A week of chapters/ })).toBeVisible();
    });

    await test.step('the row rises day by day, waits for a missed one without a word of it, and ends', async () => {
      // The third day, Wednesday, is missed.
      const days = [1, 3, 4, 5, 6].map(dayAt);
      for (const [index, at] of days.entries()) {
        await goTo(at);
        await open();
        if (index === 1) {
          await expect(main.getByRole('listitem').filter({ hasText: 'claimed' })).toHaveCount(2);
          await expect(main).not.toContainText(/missed|lost|broken|streak|too late|hurry/i);
        }
        await claimDaily(10 + 5 * index, 2 + index);
      }
    });

    await test.step('after Sunday the week’s quest is paid by itself, and the row’s last step is the largest', async () => {
      await goTo(dayAt(7));
      await runScheduled(site, 'settle-quests');
      await open();
      await expect(async () => {
        await page.reload();
        await expect(ledger).toContainText('Quest: A week of chapters', { timeout: 2000 });
      }).toPass();
      await expect(page.getByRole('button', { name: /^Claim .*A week of chapters/ })).toHaveCount(0);
      await claimDaily(50, 7);
      await goTo(dayAt(8));
      await open();
      await claimDaily(5, 1);
    });

    await test.step('the month’s quest is paid in gems once the month is over', async () => {
      await finish(chapters.slice(10, 30));
      await page.reload();
      await expect(page.getByRole('button', { name: /^Claim .*A chapter a day/ })).toBeVisible();
      await goTo(new Date(Date.UTC(monday.getUTCFullYear(), monday.getUTCMonth() + 1, 1) - hour));
      await runScheduled(site, 'settle-quests');
      await open();
      await expect(page.getByRole('button', { name: /^Claim .*A chapter a day/ })).toBeVisible();
      await goTo(new Date(now + 2 * hour));
      await runScheduled(site, 'settle-quests');
      await expect(async () => {
        await page.reload();
        await expect(ledger).toContainText('Quest: A chapter a day', { timeout: 2000 });
      }).toPass();
      await expect(main).toContainText(/[1-8] gems/);
      await expect(page.getByRole('button', { name: /^Claim .*A chapter a day/ })).toHaveCount(0);
    });
  } finally {
    await site.stop();
  }
});
