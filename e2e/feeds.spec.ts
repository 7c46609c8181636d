import { axeViolations } from './support/axe.ts';
import { callAs, createStory, expect, signUpViaApi, test } from './support/test.ts';

test('pages name their feeds, and a reader has a private one of what they follow', async ({ page, site }) => {
  const author = await signUpViaApi(page, site, 'author');
  const { story } = await createStory(page, site, author.token, { title: 'Rung & told', chapters: 1 });
  const genres = await callAs<{ data: { _id: string; name: string }[] }>(
    page,
    site,
    author.token,
    'GET',
    '/genres',
  );
  const feedOf = (format: 'atom+xml' | 'feed+json') =>
    page.locator(`head link[rel="alternate"][type="application/${format}"]`);

  await test.step('a genre names its feed', async () => {
    const [genre] = genres.data;
    await page.goto(`/category/${genre?._id}`);
    await expect(feedOf('atom+xml')).toHaveAttribute(
      'href',
      new RegExp(`/feeds/genre/${genre?._id}\\.atom$`),
    );
  });

  await test.step('the settings create a private feed, whose address is shown once', async () => {
    await page.goto('/settings#private-feed');
    const section = page.getByRole('region', { name: 'Feeds' });
    await section.getByRole('button', { name: 'Create private feed' }).click();
    const address = await section.getByLabel('Atom', { exact: true }).inputValue();
    await expect(page.locator(':focus')).toContainText('Copy the address now');
    expect((await page.request.get(address)).headers()['content-type']).toContain('application/atom+xml');
    expect(await axeViolations(page)).toEqual([]);
    await page.reload();
    await expect(section.getByText(/^Created/)).toBeVisible();
    await expect(section.getByLabel('Atom', { exact: true })).toHaveCount(0);
    await section.getByRole('button', { name: 'Replace address' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Replace address' }).click();
    await expect(section.getByLabel('Atom', { exact: true })).not.toHaveValue(address);
    expect((await page.request.get(address)).status()).toBe(404);
    await section.getByRole('button', { name: 'Delete private feed' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete private feed' }).click();
    await expect(section.getByRole('button', { name: 'Create private feed' })).toBeVisible();
  });

  await test.step('visitors see the followers of a story, whose page names its feeds', async () => {
    await page.evaluate(() => localStorage.clear());
    await page.goto(`/story/${story}`);
    await expect(page.getByText('Followers')).toBeVisible();
    await expect(page.locator('dt:text("Followers") + dd')).toHaveText('0');
    for (const format of ['atom+xml', 'feed+json'] as const) {
      const href = await feedOf(format).getAttribute('href');
      const response = await page.request.get(href ?? '');
      expect(response.headers()['content-type']).toContain(`application/${format}`);
      expect(await response.text()).toMatch(/Rung (&#38;|&) told/);
    }
  });
});
