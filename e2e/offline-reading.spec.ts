import { callAs, createStory, expect, signUpViaApi, test } from './support/test.ts';

// What an earlier test loaded must not be in the HTTP cache.
test.use({ freshContext: true });

test('offline, the reader says so; the chapter loads and the place is saved once the network is back [P05]', async ({
  page,
  site,
  context,
}) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story, chapters } = await createStory(page, site, author.token, { chapters: 5 });
  await page.goto(`/reading/${story}/${chapters[0]}`);
  await expect(page.getByText('Paragraph 1:')).toBeVisible();
  await context.setOffline(true);
  const notice = page.getByText('You’re offline. Everything is kept and saved later.');
  await expect(notice).toBeVisible();
  await page.evaluate(async () => {
    window.scrollTo(0, document.body.scrollHeight);
    // Nobody turns to the next chapter before the end of this one was drawn.
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
  });
  // The next chapter may be prefetched; the one after it is not.
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'Evening 2' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: 'Evening 3' })).toBeVisible();
  await expect(page.getByText(/can’t reach the server\. Check/)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Paragraph 1:')).toBeVisible();
  await expect(notice).toHaveCount(0);
  // Chapter 1 was read to its end and left offline.
  const readOfFirst = async () =>
    (
      await callAs<{ data: { progress: number } }>(
        page,
        site,
        author.token,
        'GET',
        `/chapters/${chapters[0]}/progress`,
      )
    ).data.progress;
  await expect.poll(readOfFirst).toBe(100);
});
